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
	return shapeOf(pattern).syntax
}

func shapeOf(pattern string) *Shape {
	if known, ok := common.shapes.Load(pattern); ok {
		return known.(*Shape)
	}
	if len(pattern) < longPattern {
		pattern = strings.Clone(pattern) // it may be kept, and would hold on to its file
	}
	s := &Shape{pattern: pattern}
	if len(pattern) <= longestPattern {
		if re, err := syntax.Parse(pattern, syntax.Perl); err == nil {
			s.syntax = re
		}
	}
	if len(pattern) < longPattern && common.count.Add(1) <= mostCommon {
		common.shapes.Store(pattern, s)
	}
	return s
}

const (
	longestPattern = 100_000

	longPattern = 256
	mostCommon  = 256
)

var common struct {
	shapes sync.Map // *Shape by pattern
	count  atomic.Int32
}

// Cache keeps the patterns that were parsed. The zero Cache is empty and ready.
type Cache struct{ shapes map[string]*Shape }

// Parse is the function Parse, which is called once for each pattern.
func (c *Cache) Parse(pattern string) *syntax.Regexp { return c.Shape(pattern).syntax }

// Shape returns what is known of a pattern.
func (c *Cache) Shape(pattern string) *Shape {
	s, ok := c.shapes[pattern]
	if !ok {
		if c.shapes == nil {
			c.shapes = map[string]*Shape{}
		}
		s = shapeOf(pattern)
		c.shapes[pattern] = s
	}
	return s
}
