package schemafacts

import "github.com/crdtool/crdtool/schema"

// Parent returns the node above, or nil.
func (t *Tree) Parent(n *schema.Node) *schema.Node {
	if n.Parent < 0 {
		return nil
	}
	return &t.Nodes[n.Parent]
}

// Child returns the node of a property outside of junctors, or nil.
func (t *Tree) Child(n *schema.Node, name string) *schema.Node {
	for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
		if c := &t.Nodes[id]; c.Role == schema.RoleProperty && c.Name == name {
			return c
		}
	}
	return nil
}

// Items returns the node of a list's items, or nil.
func (t *Tree) Items(n *schema.Node) *schema.Node { return t.childOf(n, schema.RoleItems) }

// Values returns the node of a map's values, or nil.
func (t *Tree) Values(n *schema.Node) *schema.Node {
	return t.childOf(n, schema.RoleAdditionalProperties)
}

func (t *Tree) childOf(n *schema.Node, role schema.Role) *schema.Node {
	for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
		if c := &t.Nodes[id]; c.Role == role {
			return c
		}
	}
	return nil
}

// Fields calls f with the nodes of an object's properties, items and values outside of junctors.
func (t *Tree) Fields(f func(n *schema.Node)) {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; !n.Nested && !n.Unwalked {
			f(n)
		}
	}
}

// OwnFields returns the first of an object's own fields for which holds is true, and the names of all of them.
func (t *Tree) OwnFields(object *schema.Node, holds func(*schema.Node) bool) (first *schema.Node, names []string) {
	for id := object.ID + 1; id < object.End; id = t.Nodes[id].End {
		if n := &t.Nodes[id]; t.Own(n) && holds(n) {
			if first == nil {
				first = n
			}
			names = append(names, n.Name)
		}
	}
	return first, names
}
