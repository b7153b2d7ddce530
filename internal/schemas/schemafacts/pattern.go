package schemafacts

import (
	"regexp/syntax"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/schema"
)

// Pattern returns a pattern as the server's validator parses it; nil if it is none.
// Each text is parsed once.
func (t *Tree) Pattern(text string) *syntax.Regexp {
	re, parsed := t.patterns[text]
	if !parsed {
		re = regexshape.Parse(text)
		t.patterns[text] = re
	}
	return re
}

// Patterned reports whether a node has a pattern that strings are held to. Beside
// another type it does nothing, which is what idle-keyword says.
func (t *Tree) Patterned(n *schema.Node) bool {
	if n.Pattern == "" {
		return false
	}
	types := t.Types(n)
	return types == nil || slices.Contains(types, "string")
}
