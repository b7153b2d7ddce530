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

// A Counter counts the findings about a document. The nil Counter keeps all.
type Counter struct {
	most int
	seen map[kind]int
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
	return &Counter{most: most, seen: map[kind]int{}}
}

// Keep counts a finding and reports whether it is kept.
func (c *Counter) Keep(f *finding.Finding) bool {
	if c == nil {
		return true
	}
	k := kind{f.Code, f.Severity, f.Breaking, f.Type != ""}
	c.seen[k]++
	return c.seen[k] <= c.most
}

// Add counts more findings like one, none of which is there to be kept.
func (c *Counter) Add(like *finding.Finding, more int) {
	if c != nil {
		c.seen[kind{like.Code, like.Severity, like.Breaking, like.Type != ""}] += more
	}
}

// Full reports whether no more findings are kept that are like the one given.
func (c *Counter) Full(f *finding.Finding) bool {
	return c != nil && c.seen[kind{f.Code, f.Severity, f.Breaking, f.Type != ""}] >= c.most
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
	for k, n := range of.seen {
		if n > of.most {
			c.seen[k] += n - of.most
			more += n - of.most
		}
	}
	return more
}

// Rest returns what was not kept, sorted.
func (c *Counter) Rest() []Rest {
	if c == nil {
		return nil
	}
	var all []Rest
	for k, n := range c.seen {
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
		for k, seen := range c.seen {
			if k.server {
				n += max(0, seen-c.most)
			}
		}
	}
	return n
}
