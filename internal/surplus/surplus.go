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

// longPath is the length from which the path of a finding counts as that of several: it is a part
// of each of the finding's texts, and those of a schema that nests 400 levels deep, which no real one
// does, have 8 KiB.
const longPath = 256

// MostOfFile is how many findings of one code about the CRDs of a file are listed unless all
// are asked for, but for those about the first of them that has more. Public files of many
// CRDs have less than a hundred, and one of 3 MiB has room for 25,000 CRDs.
const MostOfFile = 2_000

// A document may have findings of many codes. Once manyKept times as many are kept as of one
// code, of each only the first fewOf-th part are.
const manyKept, fewOf = 2, 10

// A Counter counts the findings about a document. The nil Counter keeps all.
type Counter struct {
	most int
	// length is that of all that were kept, in paths of usual length.
	length int
	// seen are few, and most findings are of the first.
	seen []counted
}

// counted is how many of a kind were counted.
type counted struct {
	kind
	n int
	// length is that of those that were kept, in paths of usual length.
	length int
	// most is how many are kept: fewer than the Counter keeps of a code if their paths are
	// long, or many of other codes are kept.
	most int
}

// of is what was counted of a kind.
func (c *Counter) of(k kind) *counted {
	for i := range c.seen {
		if c.seen[i].kind == k {
			return &c.seen[i]
		}
	}
	c.seen = append(c.seen, counted{kind: k, most: c.most})
	return &c.seen[len(c.seen)-1]
}

// keep counts one more and reports whether it is kept.
func (c *Counter) keep(of *counted, path *finding.Path) bool {
	of.n++
	if of.n > of.most {
		return false
	}
	length := max(1, path.Len()/longPath)
	of.length += length
	c.length += length
	if of.length >= c.most || c.length >= manyKept*c.most && of.length >= c.most/fewOf {
		of.most = of.n
	}
	return true
}

// rest is how many were not kept.
func (of *counted) rest() int { return max(0, of.n-of.most) }

// kind is what findings have in common that are counted together.
type kind struct {
	code     finding.Code
	severity finding.Severity
	breaking bool
	server   bool // it is a cause of the server's
}

func kindOf(f *finding.Finding) kind { return kind{f.Code, f.Severity, f.Breaking, f.Type != ""} }

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
	return c.keep(c.of(kindOf(f)), f.Path)
}

// Add counts more findings like one, none of which is there to be kept.
func (c *Counter) Add(like *finding.Finding, more int) {
	if c != nil {
		c.of(kindOf(like)).n += more
	}
}

// Full reports whether no more findings are kept that are like the one given.
func (c *Counter) Full(f *finding.Finding) bool {
	if c == nil {
		return false
	}
	of := c.of(kindOf(f))
	return of.n >= of.most
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
		if rest := s.rest(); rest > 0 {
			c.of(s.kind).n += rest
			more += rest
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
		to := c.of(s.kind)
		to.n, to.length, to.most = to.n+s.n, to.length+s.length, min(to.most, s.most)
		c.length += s.length
	}
}

// Rest returns what was not kept, sorted.
func (c *Counter) Rest() []Rest {
	if c == nil {
		return nil
	}
	var all []Rest
	for _, s := range c.seen {
		if rest := s.rest(); rest > 0 {
			all = append(all, Rest{s.code, s.severity, s.breaking, rest})
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
				n += s.rest()
			}
		}
	}
	return n
}
