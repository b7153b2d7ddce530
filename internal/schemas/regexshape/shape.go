// Package regexshape says what a regular expression of Go asks of a text by its
// syntax: whether it holds on to the text's ends, how long a match is, whether
// Every text or none matches, and which texts do. It doesn't run the expression
// on all texts, so its answers lean to one side, which the functions name: that a
// pattern matches all texts or none is certain and may be missed, a shortest
// match may be longer than its result and a longest match shorter, but not the other way
// round. A Witness was run and is certain. Beyond decides by automata whether one pattern
// matches all that another does, unless they are large.
package regexshape

import (
	"regexp/syntax"
)

// Parse parses a pattern as the server's validator does; nil if it is none.
func Parse(pattern string) *syntax.Regexp {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	return re
}
