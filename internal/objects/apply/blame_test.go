package apply_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/report"
)

// blameSpec is a spec with fields that are wrong in several ways; its bounds are on other lines in
// each CRD.
const blameSpec = `{type: object, required: [name], properties: {
%s
  name: {type: string, maxLength: 3},
  items: {type: array, items: {type: object, required: [a], properties: {
    a: {type: integer,
      minimum: 2},
    b: {type: string, enum: [x, y]}}}}, map: {type: object, additionalProperties: {type: string,
  pattern: '^a'}}, either: {type: object, properties: {a: {type: string}, b: {type: string}},
    oneOf: [{required: [a]},
      {required: [b]}]}}}`

func blameCRDs() (texts []string) {
	for i, kind := range []string{"Lamp", "Lump"} {
		spec := strings.ReplaceAll(strings.Replace(blameSpec, "%s\n", strings.Repeat("\n", i), 1), "\n", "\n        ")
		text := strings.Replace(crd("example.com", kind, "Namespaced"), "{type: object, x-kubernetes-preserve-unknown-fields: true}", "{type: object, properties: {spec: "+spec+"}}", 1)
		other := text[strings.Index(text, "  - name: v1\n"):]
		other = strings.Replace(strings.Replace(other, "name: v1\n", "name: v2\n", 1), "storage: true", "storage: false", 1)
		texts = append(texts, text+other)
	}
	return texts
}

// What is found out about a CRD by one object of a file is said of another one only where it
// holds: each is told of as if it were alone.
func TestObjectsOfAFileAreBlamedAsAlone(t *testing.T) {
	values := []string{
		"name: abcd", "name: 1", "items: [{a: 1}]", "items: [{b: z}, {a: x, b: x}]", "items: [{}, {a: 0}, {a: 1, b: 3}]",
		"map: {x: b}", "map: {x: 1, y: b}", "either: {}", "either: {a: x, b: y}", "items: 3",
	}
	r := rand.New(rand.NewPCG(1, 2))
	runner := apply.New(crds(t, blameCRDs()...), apply.RunOptions{})
	for range 100 {
		var objects []string
		for range 2 + r.IntN(6) {
			text := "apiVersion: example.com/v" + string(rune('1'+r.IntN(2))) + "\nkind: " + []string{"Lamp", "Lump"}[r.IntN(2)] + "\nmetadata: {name: a}\nspec:\n"
			for range 1 + r.IntN(3) {
				text += "  " + values[r.IntN(len(values))] + "\n"
			}
			objects = append(objects, text)
		}
		all := runner.File(source.Read("o.yaml", []byte(strings.Join(objects, "---\n"))))
		if len(all.Results) != len(objects) {
			t.Fatalf("%d results of %d objects: %+v", len(all.Results), len(objects), all.Findings)
		}
		for i, text := range objects {
			alone := runner.File(source.Read("o.yaml", []byte(text)))
			got, want := blamed(&all.Results[i]), blamed(&alone.Results[0])
			if len(want) == 0 && alone.Results[0].Verdict == report.Refused && !strings.Contains(alone.Results[0].APIServer.Message, "strict decoding") {
				t.Fatalf("nothing is blamed:\n%s", text)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("object %d of\n%s\n%+v\nalone\n%+v", i, strings.Join(objects, "---\n"), got, want)
			}
		}
	}
}

// blamed are the findings of a result without the lines of the object.
func blamed(r *report.Result) []report.Finding {
	var found []report.Finding
	for _, f := range r.Findings {
		f.Line, f.EndLine = 0, 0
		found = append(found, f)
	}
	return found
}
