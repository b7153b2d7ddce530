package schemadiff

import (
	"iter"

	"github.com/crdtool/crdtool/schema"
)

// children are the nodes directly below one that give structure.
func children(t *schema.Tree, n *schema.Node) iter.Seq[*schema.Node] {
	return func(yield func(*schema.Node) bool) {
		for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
			c := &t.Nodes[id]
			switch c.Role {
			case schema.RoleItems, schema.RoleProperty, schema.RoleAdditionalProperties:
				if !yield(c) {
					return
				}
			}
		}
	}
}

// child returns the first child of a role, or nil.
func child(t *schema.Tree, n *schema.Node, role schema.Role) *schema.Node {
	for c := range children(t, n) {
		if c.Role == role {
			return c
		}
	}
	return nil
}

// fields are the properties of a node. Both sides mostly list them in the same
// order, so each search starts behind what the last one found.
type fields struct {
	list []*schema.Node
	next int
}

func (w *walk) fieldsOf(t *schema.Tree, n *schema.Node) *fields {
	f := &fields{}
	if n.Properties.Len() == 0 {
		return f
	}
	f.list = make([]*schema.Node, 0, n.Properties.Len())
	for c := range children(t, n) {
		if c.Role == schema.RoleProperty {
			f.list = append(f.list, c)
		}
	}
	return f
}

func (f *fields) named(name string) *schema.Node {
	for i := range f.list {
		at := (f.next + i) % len(f.list)
		if f.list[at].Name == name {
			f.next = at + 1
			return f.list[at]
		}
	}
	return nil
}
