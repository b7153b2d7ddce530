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
	// seen are few, and most findings are of the first.
	seen []counted
}

// counted is how many of a kind were counted.
type counted struct {
	kind
	n int
}

// count is how many of a kind were counted.
func (c *Counter) count(k kind) int {
	for i := range c.seen {
		if c.seen[i].kind == k {
			return c.seen[i].n
		}
	}
	return 0
}

// add counts more of a kind, and returns how many there are now.
func (c *Counter) add(k kind, more int) int {
	for i := range c.seen {
		if c.seen[i].kind == k {
			c.seen[i].n += more
			return c.seen[i].n
		}
	}
	c.seen = append(c.seen, counted{k, more})
	return more
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
	return c.add(k, 1) <= c.most
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
	for _, s := range of.seen {
		if s.n > of.most {
			c.add(s.kind, s.n-of.most)
			more += s.n - of.most
		}
	}
	return more
}

// AddAll counts all that another has counted.
func (c *Counter) AddAll(of *Counter) {
	if c == nil || of == nil {
		return
	}
	for _, s := range of.seen {
		c.add(s.kind, s.n)
	}
}

// Rest returns what was not kept, sorted.
func (c *Counter) Rest() []Rest {
	if c == nil {
		return nil
	}
	var all []Rest
	for _, s := range c.seen {
		if s.n > c.most {
			all = append(all, Rest{s.code, s.severity, s.breaking, s.n - c.most})
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
		for _, s := range c.seen {
			if s.server {
				n += max(0, s.n-c.most)
			}
		}
	}
	return n
}
