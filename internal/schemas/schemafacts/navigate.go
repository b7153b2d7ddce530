package schemafacts

import "github.com/crdtool/crdtool/internal/schemas/schematree"

// Parent returns the node above, or nil.
func (t *Tree) Parent(n *schematree.Node) *schematree.Node {
	if n.Parent < 0 {
		return nil
	}
	return &t.Nodes[n.Parent]
}

// Child returns the node of a property outside of junctors, or nil.
func (t *Tree) Child(n *schematree.Node, name string) *schematree.Node {
	for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
		if c := &t.Nodes[id]; c.Role == schematree.RoleProperty && c.Name == name {
			return c
		}
	}
	return nil
}

// Items returns the node of a list's items, or nil.
func (t *Tree) Items(n *schematree.Node) *schematree.Node { return t.childOf(n, schematree.RoleItems) }

// Values returns the node of a map's values, or nil.
func (t *Tree) Values(n *schematree.Node) *schematree.Node {
	return t.childOf(n, schematree.RoleAdditionalProperties)
}

func (t *Tree) childOf(n *schematree.Node, role schematree.Role) *schematree.Node {
	for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
		if c := &t.Nodes[id]; c.Role == role {
			return c
		}
	}
	return nil
}

// Fields calls f with the nodes of an object's properties, items and values outside of junctors.
func (t *Tree) Fields(f func(n *schematree.Node)) {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; !n.Nested && !n.Unwalked {
			f(n)
		}
	}
}

// OwnFields returns the first of an object's own fields for which holds is true, and the names of all of them.
func (t *Tree) OwnFields(object *schematree.Node, holds func(*schematree.Node) bool) (first *schematree.Node, names []string) {
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
