// Package regexshape derives properties of Go regular expressions from their syntax: whether they are anchored, how
// long a match is, whether every text or none matches, and examples of matches. It does not run the expression on all
// texts, so that some results are approximations. That a pattern matches all texts or none is certain, but may be
// missed. The shortest match may be longer than Shortest, and the longest one shorter than Longest, never the reverse.
// A Witness is certain. Beyond decides with automata whether one pattern matches all that another does, unless they are
// large.
package regexshape

import (
	"regexp/syntax"
)

// Parse parses a pattern as the server's validator does; nil if it is invalid.
func Parse(pattern string) *syntax.Regexp {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	return re
}
