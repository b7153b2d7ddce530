package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	apiextensions "github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/openapiv3"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/internal/yamltext"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/openapiv2"
)

// manyVersions are CRDs of a group, the versions of which differ in their names, some in
// their schemas and subresources, too.
func manyVersions(t *testing.T, group string) []*apiextensions.CustomResourceDefinition {
	t.Helper()
	schemas := []string{
		"{type: object}", "{type: object}",
		"{type: object, properties: {spec: {type: object, description: 'of v3, V3 and aa0', properties: {v3: {type: string, default: v3}}}}}",
		"{type: object, x-kubernetes-preserve-unknown-fields: true, description: \"} é \\\" \u2028 <\"}",
		"{type: object, properties: {spec: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}}",
		"{type: odd}",
	}
	var all []*apiextensions.CustomResourceDefinition
	for k, kind := range []string{"Thing", "Ünit"} {
		var b strings.Builder
		fmt.Fprintf(&b, "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: %ss.%s}\n", strings.ToLower(kind), group)
		fmt.Fprintf(&b, "spec:\n  group: %s\n  scope: %s\n  names: {kind: %s, plural: %ss}\n  versions:\n", group, []string{"Namespaced", "Cluster"}[k%2], kind, strings.ToLower(kind))
		write := func(name string, i int) {
			extra := ""
			if i%7 == 3 {
				extra = ", subresources: {status: {}, scale: {specReplicasPath: .spec.r, statusReplicasPath: .status.r}}"
			}
			if i%11 == 4 {
				extra += ", selectableFields: [{jsonPath: .spec.v3}]"
			}
			fmt.Fprintf(&b, "  - {name: %q, served: true, storage: %t, schema: {openAPIV3Schema: %s}%s}\n", name, i == 0, schemas[i/3%len(schemas)], extra)
		}
		for i := range 20 {
			write(fmt.Sprintf("v%d", i), i)
			write(fmt.Sprintf("V_%d", i), i)
		}
		for i, name := range []string{"aa0", "bb1", "v3", "v3", "yes", "no", "e1", "E1", "1e3", "0x11", "v1.2", "v-1", "null", "a", "1", "x" + strings.Repeat("y", 80) + "1", "x" + strings.Repeat("z", 80) + "2", "été1", "io1", "zz1"} {
			write(name, i)
		}
		c, _ := apiextensions.Decode(source.Read("a.yaml", []byte(b.String())).Documents[0])
		all = append(all, c)
	}
	return all
}

// Documents that are written from the texts of others are those that would be made.
func TestAlikeDocumentsHaveTheSameBytes(t *testing.T) {
	for _, group := range sweep.Part(3, []string{"v3.aa0", "k8s.io", "io", "example.com"}) {
		kubeVersions := []kube.Version{kube.Latest}
		if group == "v3.aa0" {
			kubeVersions = append(kubeVersions, kube.Version{Minor: 27})
		}
		for _, kubeVersion := range sweep.Part(2, kubeVersions) {
			crds := manyVersions(t, group)
			parts, err := openapiv3.BuildParts(crds, kubeVersion)
			if err != nil {
				t.Fatal(err)
			}
			docs, err := openapiv3.Build(crds, kubeVersion)
			if err != nil {
				t.Fatal(err)
			}
			if len(docs) != len(parts) || len(parts) < 50 {
				t.Fatalf("%d documents of %d parts", len(docs), len(parts))
			}
			// YAML takes a hundred times as long.
			e := encoder{format: "json"}
			for i := range parts {
				text, err := docs[parts[i].GroupVersion()].MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				want, _ := encode("json", marshalled(text))
				got, err := e.append([]byte("before"), document{&parts[i]})
				if err != nil || string(got) != "before"+string(want) {
					t.Fatalf("%v is not what is published alone: %v", parts[i].GroupVersion(), err)
				}
			}
			e.format = "yaml"
			for i := range 6 {
				want, _ := encode("yaml", document{&parts[i]})
				if got, err := e.append(nil, document{&parts[i]}); err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%v is not what is published alone as YAML: %v", parts[i].GroupVersion(), err)
				}
			}
			if group == "k8s.io" || group == "io" {
				continue // whose names decide about the order in a document of v3
			}
			whole, err := openapiv2.Build(crds, kubeVersion)
			if err != nil {
				t.Fatal(err)
			}
			text, err := whole.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			want, err := yamltext.FromJSON(text)
			if err != nil {
				t.Fatal(err)
			}
			inParts, err := openapiv2.BuildParts(crds, kubeVersion)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := writeV2YAML(&got, inParts); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("OpenAPI v2 of %s for %v is not what is published as a whole", group, kubeVersion)
			}
		}
	}
}

// marshalled is JSON.
type marshalled []byte

func (m marshalled) MarshalJSON() ([]byte, error) { return m, nil }

// TestAppendIndented compares with encoding/json, also what comes before and how long it is.
func TestAppendIndented(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `""`, `1`, `null`, `[[]]`, `[{}]`, `{"a":{}}`, `{"a":[],"b":[1,2,{"c":"d"}]}`, `{"a":"{[,:]}","b\"":"\\","c":"\\\"","":"é\u2028"}`,
		`[1,-2.5e3,true,false,null,"x",[["y"]]]`, `{"a":{"b":{"c":[{"d":1},{"e":[]}]}},"f":"g"}`,
	} {
		for depth := range 4 {
			var want bytes.Buffer
			want.WriteString("before")
			if err := json.Indent(&want, []byte(text), strings.Repeat(indent, depth), indent); err != nil {
				t.Fatal(err)
			}
			got := appendIndented([]byte("before"), []byte(text), depth)
			if string(got) != want.String() {
				t.Errorf("%s: %s, want %s", text, got, want.Bytes())
			}
			if n := indentedSize([]byte(text), depth); n != len(got)-len("before") {
				t.Errorf("%s has %d bytes, not %d", text, len(got)-len("before"), n)
			}
		}
	}
}

// TestManyModels: the schemas of many resources stand where those of their names stood, in
// whichever order they are.
func TestManyModels(t *testing.T) {
	frame := []byte("{\n  \"a\": {\n    \"b\": {\n      \"x\": {},\n      \"y\": {\n        \"z\": 1\n      },\n      \"w\": 1\n    }\n  }\n}")
	place := func(text string) (start, end int) {
		start = bytes.Index(frame, []byte(text))
		return start, start + len(text)
	}
	var models []model
	for of, schema := range map[string]string{"{\n        \"z\": 1\n      }": `{"t":[]}`, "{}": `{"u":{"v":2}}`} {
		start, end := place(of)
		models = append(models, model{start, end, []byte(schema)})
	}
	slices.SortFunc(models, func(a, b model) int { return a.start - b.start })
	got := appendModels([]byte("before"), frame, models)
	want := "before{\n  \"a\": {\n    \"b\": {\n      \"x\": {\n        \"u\": {\n          \"v\": 2\n        }\n      },\n      \"y\": {\n        \"t\": []\n      },\n      \"w\": 1\n    }\n  }\n}"
	if string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}
