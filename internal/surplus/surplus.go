// Package surplus keeps the first findings of each code about a document and counts
// the others. Hostile documents have a finding for every few bytes: to make, place and
// word each takes a thousand times the memory of the document, and nobody reads them.
package surplus

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/prose"
)

// Most is how many findings of one code about one document are kept unless all are
// asked for. No CRD of the corpus comes near it.
const Most = 10_000

// MostOfFile is how many findings of one code about the CRDs of a file are listed unless all
// are asked for, but for those about the first of them that has more. Public files of many
// CRDs have less than a hundred, and one of 3 MiB has room for 25,000 CRDs.
const MostOfFile = 2_000

// A Counter counts the findings about a document. The nil Counter keeps all.
type Counter struct {
	most int
	// n are of the first kind, which is often the only one, and seen those of others.
	n     int
	first kind
	seen  map[kind]int
}

// count is how many of a kind were counted.
func (c *Counter) count(k kind) int {
	if c.n > 0 && c.first == k {
		return c.n
	}
	return c.seen[k]
}

func (c *Counter) add(k kind, more int) {
	switch {
	case c.n == 0 && len(c.seen) == 0 && more > 0:
		c.first, c.n = k, more
	case c.n > 0 && c.first == k:
		c.n += more
	default:
		if c.seen == nil {
			c.seen = map[kind]int{}
		}
		c.seen[k] += more
	}
}

// all yields the kinds, and how many were counted of each.
func (c *Counter) all(yield func(k kind, n int) bool) {
	if c.n > 0 && !yield(c.first, c.n) {
		return
	}
	for k, n := range c.seen {
		if !yield(k, n) {
			return
		}
	}
}

// kind is what findings have in common that are counted together.
type kind struct {
	code     finding.Code
	severity finding.Severity
	breaking bool
	server   bool // it is a cause of the server's
}

// Rest is what was counted and not kept of some findings.
type Rest struct {
	Code     finding.Code
	Severity finding.Severity
	Breaking bool
	Count    int
}

// Message says so of a kind of document.
func (r *Rest) Message(of string) string {
	return prose.Thousands(r.Count) + " " + Lasting(of)
}

// Lasting is the message of any Rest without the count.
func Lasting(of string) string {
	return fmt.Sprintf("more findings of this rule about the %s are counted and not listed; --max-findings 0 lists all", of)
}

// New returns a Counter that keeps so many findings of each code; 0 for all.
func New(most int) *Counter {
	if most == 0 {
		return nil
	}
	return &Counter{most: most}
}

// Keep counts a finding and reports whether it is kept.
func (c *Counter) Keep(f *finding.Finding) bool {
	if c == nil {
		return true
	}
	k := kind{f.Code, f.Severity, f.Breaking, f.Type != ""}
	c.add(k, 1)
	return c.count(k) <= c.most
}

// Add counts more findings like one, none of which is there to be kept.
func (c *Counter) Add(like *finding.Finding, more int) {
	if c != nil {
		c.add(kind{like.Code, like.Severity, like.Breaking, like.Type != ""}, more)
	}
}

// Full reports whether no more findings are kept that are like the one given.
func (c *Counter) Full(f *finding.Finding) bool {
	return c != nil && c.count(kind{f.Code, f.Severity, f.Breaking, f.Type != ""}) >= c.most
}

// Fresh returns a Counter that has counted nothing and keeps as many. What finds many of a
// code may ask it before it makes them, and have Rest tell the first of those it dropped.
func (c *Counter) Fresh() *Counter {
	if c == nil {
		return nil
	}
	return New(c.most)
}

// AddRest counts what another has not kept, and returns how many that were.
func (c *Counter) AddRest(of *Counter) (more int) {
	if c == nil || of == nil {
		return 0
	}
	for k, n := range of.all {
		if n > of.most {
			c.add(k, n-of.most)
			more += n - of.most
		}
	}
	return more
}

// AddAll counts all that another has counted.
func (c *Counter) AddAll(of *Counter) {
	if c == nil || of == nil {
		return
	}
	for k, n := range of.all {
		c.add(k, n)
	}
}

// Rest returns what was not kept, sorted.
func (c *Counter) Rest() []Rest {
	if c == nil {
		return nil
	}
	var all []Rest
	for k, n := range c.all {
		if n > c.most {
			all = append(all, Rest{k.code, k.severity, k.breaking, n - c.most})
		}
	}
	slices.SortFunc(all, func(a, b Rest) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Count, b.Count))
	})
	return all
}

// Causes is how many of the server's causes were not kept.
func (c *Counter) Causes() int {
	n := 0
	if c != nil {
		for k, seen := range c.all {
			if k.server {
				n += max(0, seen-c.most)
			}
		}
	}
	return n
}
