package schemafacts

import (
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// Patterned reports whether a node has a pattern that strings are held to. Beside
// another type it does nothing, which is what idle-keyword says.
func (t *Tree) Patterned(n *schema.Node) bool {
	if n.Pattern == "" {
		return false
	}
	types := t.Types(n)
	return types == nil || slices.Contains(types, "string")
}
