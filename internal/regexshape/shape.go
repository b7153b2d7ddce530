// Package regexshape says what a regular expression of Go asks of a text by its
// syntax: whether it holds on to the text's ends, how long a match is, whether
// Every text or none matches, and which texts do. It doesn't run the expression
// on all texts, so its answers lean to one side, which the functions name: that a
// pattern matches all texts or none is certain and may be missed, a shortest
// match may be longer than is said and a longest shorter, but not the other way
// round. A Witness was run and is certain. Beyond decides by automata whether one pattern
// matches all that another does, unless they are large.
package regexshape

import (
	"regexp/syntax"
	"strings"
	"sync"
	"sync/atomic"
)

// Parse parses a pattern as the server's validator does; nil if it is none, or longer
// than anybody wrote: a megabyte takes a second, and 100 MB of memory. The
// result is not to be changed: CRDs have many patterns in common, such as those of
// conditions and quantities, and the first ones are kept for all.
func Parse(pattern string) *syntax.Regexp {
	if len(pattern) > longestPattern {
		return nil
	}
	if known, ok := common.parsed.Load(pattern); ok {
		return known.(*syntax.Regexp)
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		re = nil
	}
	if len(pattern) < longPattern && common.count.Add(1) <= mostCommon {
		common.parsed.Store(strings.Clone(pattern), re)
	}
	return re
}

const (
	longestPattern = 100_000

	longPattern = 256
	mostCommon  = 256
)

var common struct {
	parsed sync.Map // *syntax.Regexp by pattern
	count  atomic.Int32
}

// Cache keeps the patterns that were parsed. The zero Cache is empty and ready.
type Cache struct{ parsed map[string]*syntax.Regexp }

// Parse is the function Parse, which is called once for each pattern.
func (c *Cache) Parse(pattern string) *syntax.Regexp {
	re, ok := c.parsed[pattern]
	if !ok {
		if c.parsed == nil {
			c.parsed = map[string]*syntax.Regexp{}
		}
		re = Parse(pattern)
		c.parsed[pattern] = re
	}
	return re
}
