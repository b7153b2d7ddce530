package schemafacts

import "github.com/crdtool/crdtool/internal/schemas/schematree"

// InsideAtomic reports whether a node is below a list or a map that server-side apply replaces as a whole, so that list
// and map types inside have no effect.
func (t *Tree) InsideAtomic(n *schematree.Node) bool {
	for n = t.Parent(n); n != nil; n = t.Parent(n) {
		if n.Type == "array" && n.ListType() != "map" || n.MapType() == "atomic" {
			return true
		}
	}
	return false
}
