package schemafacts

import (
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// WithAllOf appends to nodes a node and what its allOf adds: schemas that hold for the
// same value.
func (t *Tree) WithAllOf(nodes []*schema.Node, n *schema.Node) []*schema.Node {
	nodes = append(nodes, n)
	if len(n.AllOf()) == 0 {
		return nodes
	}
	for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
		if c := &t.Nodes[id]; c.Role == schema.RoleAllOf {
			nodes = t.WithAllOf(nodes, c)
		}
	}
	return nodes
}

// Clauses returns the schemas that hold for every value of a node outside of
// junctors: its own, its allOf, and what the allOf of those above says of it.
func (t *Tree) Clauses(n *schema.Node) []*schema.Node {
	if known, ok := t.long[n.ID]; ok {
		return known
	}
	nodes := slices.Clip(t.holding(n))
	if len(nodes) > manyClauses {
		if t.long == nil {
			t.long = map[int32][]*schema.Node{}
		}
		t.long[n.ID] = nodes
	}
	return nodes
}

// manyClauses is how many are gathered each time that they are asked for.
const manyClauses = 8

func (t *Tree) holding(n *schema.Node) []*schema.Node {
	nodes := t.WithAllOf(nil, n)
	parent := t.Parent(n)
	if parent == nil {
		return nodes
	}
	for _, at := range t.saidBelow(parent, n) {
		nodes = t.WithAllOf(nodes, at)
	}
	return nodes
}

// RequiredByClauses reports whether one of the clauses of a node requires a field.
func (t *Tree) RequiredByClauses(n *schema.Node, name string) bool {
	names := t.required[n.ID]
	if names == nil {
		names = map[string]bool{}
		for _, c := range t.Clauses(n) {
			for _, required := range c.Required {
				names[required] = true
			}
		}
		if t.required == nil {
			t.required = map[int32]map[string]bool{}
		}
		t.required[n.ID] = names
	}
	return names[name]
}

// below is what the schemas that hold for a node say of its fields and items, but for
// the node itself.
type below struct {
	fields map[string][]*schema.Node
	items  []*schema.Node
}

// saidBelow returns what the schemas that hold for the parent of a node say of the
// node's values.
func (t *Tree) saidBelow(parent, n *schema.Node) []*schema.Node {
	if n.Role != schema.RoleProperty && n.Role != schema.RoleItems {
		return nil
	}
	b := t.clauses[parent.ID]
	if b == nil {
		b = &below{fields: map[string][]*schema.Node{}}
		for _, c := range t.Clauses(parent)[1:] {
			if at := t.Items(c); at != nil {
				b.items = append(b.items, at)
			}
			for _, f := range c.Properties.All() {
				if at := t.Child(c, f.Name); at != nil {
					b.fields[f.Name] = append(b.fields[f.Name], at)
				}
			}
		}
		if t.clauses == nil {
			t.clauses = map[int32]*below{}
		}
		t.clauses[parent.ID] = b
	}
	if n.Role == schema.RoleItems {
		return b.items
	}
	return b.fields[n.Name]
}
