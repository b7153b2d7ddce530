package schemafacts

import (
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// TestRepeatedTypes holds objects for copies of one type only if they are equal in all
// that they say, and in the same part of the object.
func TestRepeatedTypes(t *testing.T) {
	limit := int64(3)
	box := func(change func(*schema.Schema)) *schema.Schema {
		size := &schema.Schema{Type: "string"}
		s := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
			{Name: "size", Schema: size}, {Name: "color", Schema: &schema.Schema{Type: "string"}},
		})}
		change(s)
		return s
	}
	turned := box(func(s *schema.Schema) {
		s.Properties = schema.NewProperties([]schema.Property{s.Properties.List[1], s.Properties.List[0]})
	})
	object := func(list ...schema.Property) *schema.Schema {
		return &schema.Schema{Type: "object", Properties: schema.NewProperties(list)}
	}
	root := object(
		schema.Property{Name: "spec", Schema: object(
			schema.Property{Name: "first", Schema: box(func(*schema.Schema) {})},
			schema.Property{Name: "longer", Schema: box(func(s *schema.Schema) { s.Properties.List[0].Schema.MaxLength = &limit })},
			schema.Property{Name: "required", Schema: box(func(s *schema.Schema) { s.Required = []string{"size"} })},
			schema.Property{Name: "renamed", Schema: box(func(s *schema.Schema) { s.Properties.List[0].Name = "sizes" })},
			schema.Property{Name: "copy", Schema: box(func(*schema.Schema) {})},
			schema.Property{Name: "turned", Schema: turned},
		)},
		schema.Property{Name: "status", Schema: object(schema.Property{Name: "copy", Schema: box(func(*schema.Schema) {})})},
	)
	tree := schematree.New(root, nil)
	facts := Of(tree, false)
	repeats := map[string]bool{"spec.copy": true, "spec.turned": true}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		path := facts.FieldPath(n)
		if n.Properties.Len() > 0 && facts.RepeatsType(n) != repeats[path] {
			t.Errorf("%s: repeats a type: %t", path, !repeats[path])
		}
		if parent := facts.Parent(n); parent != nil && facts.Repeats(n) != repeats[facts.FieldPath(parent)] {
			t.Errorf("%s: repeats a field: %t", path, !repeats[facts.FieldPath(parent)])
		}
	}
	first := facts.Child(facts.Child(&tree.Nodes[0], "spec"), "first")
	if got := facts.Copies(first); got != 2 {
		t.Errorf("spec.first has %d others, want 2", got)
	}
}
