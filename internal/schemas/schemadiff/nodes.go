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
