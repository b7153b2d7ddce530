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
// order, so each search looks behind what the last one found, and only then into a
// table.
type fields struct {
	list []*schema.Node
	next int
	at   map[string]int // in list; nil until it is needed
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
	if f.next < len(f.list) && f.list[f.next].Name == name {
		f.next++
		return f.list[f.next-1]
	}
	if f.at == nil {
		f.at = make(map[string]int, len(f.list))
		for i, n := range f.list {
			f.at[n.Name] = i
		}
	}
	i, found := f.at[name]
	if !found {
		return nil
	}
	f.next = i + 1
	return f.list[i]
}
