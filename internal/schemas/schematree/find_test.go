package schematree_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// TestFind: the path of each node leads to it, and what follows it is the rest.
func TestFind(t *testing.T) {
	s, err := schema.Parse([]byte(`
type: object
properties:
  a: {type: array, items: {type: object, properties: {items: {type: string}, b: {type: string}}}}
  properties: {type: object, additionalProperties: {type: integer}}
  c:
    not: {required: [x]}
    allOf: [{properties: {x: {maximum: 1}}}, {properties: {x: {minimum: 1}}}]
    oneOf: [{}, {anyOf: [{}, {pattern: a}]}]
`))
	if err != nil {
		t.Fatal(err)
	}
	tree := schematree.New(s, nil)
	if len(tree.Nodes) < 15 {
		t.Fatalf("%d nodes", len(tree.Nodes))
	}
	for id := range tree.Nodes {
		path := append(tree.Path(int32(id)).Segments(), finding.Segment{Name: "x-kubernetes-validations"}, finding.Segment{IsIndex: true, Index: 2})
		got, rest := tree.Find(path)
		if got != int32(id) || len(rest) != 2 {
			t.Errorf("%s: node %d with a rest of %d segments, want node %d", tree.Path(int32(id)).Server(), got, len(rest), id)
		}
	}
}
