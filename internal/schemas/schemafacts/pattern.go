package schemafacts

import (
	"regexp/syntax"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// Pattern returns a pattern as the server's validator parses it; nil if it is invalid. Each text is parsed once.
func (t *Tree) Pattern(text string) *syntax.Regexp {
	re, parsed := t.patterns[text]
	if !parsed {
		re = regexshape.Parse(text)
		t.patterns[text] = re
	}
	return re
}

// Patterned reports whether a node has a pattern for strings. With another type, a pattern has no effect, which
// idle-keyword reports.
func (t *Tree) Patterned(n *schematree.Node) bool {
	if n.Pattern == "" {
		return false
	}
	types := t.Types(n)
	return types == nil || slices.Contains(types, "string")
}
