package schemafacts

import "github.com/crdtool/crdtool/internal/schemas/schematree"

// MayBeAbsent returns the first field on the path to a node, or the node itself, that objects may omit and that has no
// default; nil if there is none.
func (t *Tree) MayBeAbsent(n *schematree.Node) *schematree.Node {
	if n.Parent < 0 {
		return nil
	}
	if above := t.MayBeAbsent(t.Parent(n)); above != nil {
		return above
	}
	if n.Role == schematree.RoleProperty && (t.Required(n) || n.Default != nil) {
		return nil
	}
	return n
}
