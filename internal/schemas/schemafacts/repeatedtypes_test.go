package schemafacts

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

// TestAlike holds objects for copies of one type only if they are equal in all
// that they say, and in the same part of the object.
func TestAlike(t *testing.T) {
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
	tree := schema.NewTree(root, nil)
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
	if got := facts.OthersAlike(first); got != 2 {
		t.Errorf("spec.first has %d others, want 2", got)
	}
}

// TestAlikeOneByOne compares each object with the first of its like.
func TestAlikeOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var made []*schema.Schema
	var some func(depth int) *schema.Schema
	some = func(depth int) *schema.Schema {
		if len(made) > 0 && r.IntN(3) == 0 {
			s := *made[r.IntN(len(made))] // in another order, maybe
			list := slices.Clone(s.Properties.All())
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			s.Properties = schema.NewProperties(list)
			return &s
		}
		s := &schema.Schema{Type: "object"}
		if depth == 0 || r.IntN(4) == 0 {
			return s
		}
		var list []schema.Property
		for _, name := range []string{"a", "b", "metadata"} {
			if r.IntN(3) > 0 {
				list = append(list, schema.Property{Name: name, Schema: some(depth - 1)})
			}
		}
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		s.Properties = schema.NewProperties(list)
		if r.IntN(2) == 0 {
			s.Required = []string{"a"} // which is in no sum
		}
		if r.IntN(4) == 0 {
			s.OwnBranches().AllOf = []*schema.Schema{some(depth - 1)}
		}
		if r.IntN(3) == 0 {
			s = &schema.Schema{Type: "array", Items: &schema.Items{Schema: s}}
		}
		made = append(made, s)
		return s
	}
	repeats, all := 0, 0
	for range 2000 {
		made = nil
		facts := Of(schema.NewTree(&schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
			{Name: "spec", Schema: some(4)}, {Name: "status", Schema: some(4)},
		})}, nil), false)
		sums := facts.sums()
		first := map[place]int32{}
		for i := range facts.Nodes {
			n := &facts.Nodes[i]
			want := false
			if n.Properties.Len() > 0 && n.ID > 0 {
				all++
				at := facts.place(n, sums)
				if j, ok := first[at]; !ok {
					first[at] = n.ID
				} else if want = schema.Equal(facts.Nodes[j].Schema, n.Schema); want {
					repeats++
				}
			}
			if got := facts.RepeatsType(n); got != want {
				t.Fatalf("%s repeats a type: %t, want %t", facts.FieldPath(n), got, want)
			}
		}
	}
	if repeats < 1000 || all-repeats < 1000 {
		t.Errorf("%d of %d objects repeat others", repeats, all)
	}
}
