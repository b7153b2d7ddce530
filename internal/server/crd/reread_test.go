package crd

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// damage changes some nodes: it gives values other types, and keys other names, and repeats entries.
func damage(r *rand.Rand, root *yamlnode.Node, json bool) {
	var all []*yamlnode.Node
	var walk func(n *yamlnode.Node)
	walk = func(n *yamlnode.Node) {
		all = append(all, n)
		for _, c := range n.Content {
			walk(c)
		}
	}
	walk(root)
	if len(all) < 2 {
		return
	}
	scalar := func(text string) *yamlnode.Node {
		n := source.JSONScalar(text)
		if !json {
			n.Style = 0
		}
		return n
	}
	for range r.IntN(20) {
		n := all[1+r.IntN(len(all)-1)]
		if n.Kind != yamlnode.Mapping || len(n.Content) == 0 {
			continue
		}
		at := 2 * r.IntN(len(n.Content)/2)
		switch r.IntN(4) {
		case 0:
			key := *n.Content[at]
			key.Value += "X"
			n.Content[at] = &key
		case 1:
			key := *n.Content[at]
			n.Content = append(slices.Clone(n.Content), &key, yamlnode.Clone(n.Content[2*r.IntN(len(n.Content)/2)+1], func(_, _ *yamlnode.Node) {}))
		case 2:
			n.Content[at+1] = scalar([]string{"1", "true", "1.5", "null"}[r.IntN(4)])
		default:
			if other := *all[1+r.IntN(len(all)-1)]; other.Kind != yamlnode.Alias { // of what is around it, maybe
				other.Content = nil
				n.Content[at+1] = &other
			}
		}
	}
}

// TestWithoutRereading: the decoder says the same of what is left of a document as of all of it.
func TestWithoutRereading(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	strict, fatal, many := 0, 0, 0
	compare := func(name string, text []byte) {
		f := source.Read("crd.yaml", text)
		if len(f.Documents) == 0 {
			return
		}
		doc := f.Documents[0]
		damage(r, doc.Root, doc.JSON())
		whole := doc.Root
		_, flaws := Decode(doc)
		if maybeShared(doc, flaws) {
			doc = withoutAliases(doc)
			_, flaws = Decode(doc)
		}
		if len(flaws) == 0 {
			return
		}
		got, gotErr := decoderErrors(withoutRereading(doc, flaws))
		want, wantErr := decoderErrors(whole)
		if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) || gotErr == nil && fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: got %q, %v\nwant %q, %v", name, got, gotErr, want, wantErr)
		}
		strict += len(want)
		if wantErr != nil {
			fatal++
		} else if len(want) == 100 {
			many++
		}
	}
	var unknown []string
	for i := range 150 {
		unknown = append(unknown, fmt.Sprintf("%q: 1", fmt.Sprint("unknown", i)))
	}
	for range 40 { // of which some are damaged beyond that
		compare("many unknown fields", []byte(crdOf("{"+strings.Join(unknown, ", ")+"}")))
	}
	for i := range sweep.Times(500, 20000) {
		schema := wrongSchema(r, 5)
		compare(fmt.Sprint("wrong JSON ", i), []byte(crdOf(schema)))
		schema = strings.ReplaceAll(schema, `"items": {}`, `"items": *wrong`)
		compare(fmt.Sprint("wrong YAML ", i), []byte("# YAML\n"+crdOf(`{"not": &wrong {"maxLength": "b"}, "properties": {"a": `+schema+`}}`)))
	}
	cases, err := golden.Cases("../../../testdata/crd")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range sweep.Part(4, cases) {
		for range 4 {
			compare(c.Name, c.CRD)
		}
	}
	if strict < 100 || fatal < 50 || many == 0 {
		t.Errorf("%d strict errors, %d fatal ones, %d documents with as many as are kept", strict, fatal, many)
	}
	t.Logf("%d strict errors, %d fatal ones, %d documents with as many as are kept", strict, fatal, many)
}

func crdOf(schema string) string {
	return `{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": ` + schema + `}}]}}`
}

// wrongSchema is a schema in JSON some of whose values have wrong types, and some of whose fields are
// repeated.
func wrongSchema(r *rand.Rand, depth int) string {
	var fields []string
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	below := func() string { return wrongSchema(r, depth-1) }
	for range 1 + r.IntN(4) {
		kinds := 16
		if depth == 0 {
			kinds = 8
		}
		switch r.IntN(kinds) {
		case 0:
			fields = append(fields, `"maxLength": `+one(`"a"`, `1.5`, `1`, `{}`, `[1]`))
		case 1:
			fields = append(fields, `"type": `+one(`"string"`, `1`, `{"a": 1}`))
		case 2:
			fields = append(fields, `"required": `+one(`["a", 1]`, `[{}]`, `"a"`, `["a"]`))
		case 3:
			fields = append(fields, `"nullable": `+one(`true`, `"a"`, `1`))
		case 4:
			fields = append(fields, `"default": {"items": `+one(`1`, `1e400`)+`}`)
		case 5:
			fields = append(fields, `"unknown": {"items": {"nullable": 1}}`)
		case 6:
			fields = append(fields, one(`"items"`, `"additionalProperties"`, `"dependencies"`, `"not"`, `"oneOf"`, `"properties"`)+`: `+one(`1`, `[]`, `["a"]`, `{}`, `true`))
		case 7:
			fields = append(fields, `"x-kubernetes-validations": [{"rule": `+one(`1`, `"self"`, `[]`)+`}]`)
		case 8, 9:
			fields = append(fields, `"items": `+below())
		case 10:
			fields = append(fields, `"items": [`+below()+`, `+below()+`]`)
		case 11:
			fields = append(fields, `"additionalProperties": `+below())
		case 12:
			fields = append(fields, `"dependencies": {"b": `+below()+`, "a": `+below()+`}`)
		case 13:
			fields = append(fields, one(`"not": `, `"additionalItems": `)+below())
		case 14:
			fields = append(fields, `"anyOf": [`+below()+`, `+below()+`]`)
		default:
			fields = append(fields, one(`"properties"`, `"patternProperties"`, `"definitions"`)+`: {"items": `+below()+`, "b": `+below()+`}`)
		}
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// TestRereadIsShort: what is left of schemas in schemas does not grow with what is in them.
func TestRereadIsShort(t *testing.T) {
	for _, open := range []string{`"items": {`, `"items": [{`, `"additionalProperties": {`, `"additionalItems": {`, `"dependencies": {"a": {`} {
		closed := strings.Repeat("}", strings.Count(open, "{"))
		if strings.Contains(open, "[") {
			closed = "}]"
		}
		length := func(fields int) int {
			const levels = 50
			var inside strings.Builder
			for i := range fields {
				fmt.Fprintf(&inside, `"a%d": {"type": 1, "items": {"nullable": 1}, "unknown": 1}, `, i)
			}
			text := crdOf("{" + strings.Repeat(open, levels) + `"properties": {` + strings.TrimSuffix(inside.String(), ", ") + "}" + strings.Repeat(closed, levels) + "}")
			f := source.Read("crd.yaml", []byte(text))
			if len(f.Problems) > 0 || len(f.Documents) != 1 {
				t.Fatal(f.Problems)
			}
			doc := f.Documents[0]
			_, flaws := Decode(doc)
			left, err := source.ToJSON(withoutRereading(doc, flaws))
			if err != nil {
				t.Fatal(err)
			}
			return len(left)
		}
		if few, many := length(1), length(1000); few != many {
			t.Errorf("%s: %d bytes are left with one field, %d with many", open, few, many)
		}
	}
}
