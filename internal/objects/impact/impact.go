// Package impact finds the effects of changes of CRDs on existing objects. It creates each manifest under the old
// and the new CRD. It then reads and updates the object that the old CRD stored under the new CRD.
//
// Callers pass CRDs while they compare them. To save memory, a Tester keeps only CRDs whose kinds the objects use,
// and of objects only names and positions.
package impact

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// A Tester tries objects under the old CRDs and the new ones. Call Wants first, then Pair, and File when all pairs
// are known; each is safe for concurrent use.
type Tester struct {
	most  int
	mu    sync.Mutex
	kinds map[string]bool // if any is set, all kinds are wanted
	any   bool
	pairs map[groupKind]*pair
}

type groupKind struct{ group, kind string }

// A pair is a CRD on both sides, or on one.
type pair struct {
	name  string
	both  *diffrun.CRDPair // without documents; nil if both sides are the same
	rank  int
	place string
	isNew bool // it is only on the new side

	load                sync.Once
	before, after       *dryrun.Resource
	wasServed, isServed []string // versions, the storage version first
	err                 error
}

// New returns a Tester that lists at most most findings of each effect on an object and counts the rest; 0 lists
// all.
func New(most int) *Tester {
	return &Tester{most: most, kinds: map[string]bool{}, pairs: map[groupKind]*pair{}}
}

// kindWord matches text that may name a kind. It matches too much rather than too little; for an alias it matches
// the sign.
var kindWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`kind["']?\s*:\s*["']?([A-Za-z0-9]+|\S)`) })

// Wants adds the kinds that a text of objects may use.
func (t *Tester) Wants(text []byte) {
	found := map[string]bool{}
	for _, m := range kindWord().FindAllSubmatch(text, -1) {
		found[string(m[1])] = true
	}
	odd := bytes.Contains(text, []byte(`\u00`)) // a key may have such an escape
	t.mu.Lock()
	defer t.mu.Unlock()
	for k := range found {
		if c := k[0]; c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			t.kinds[k] = true
		} else {
			odd = true
		}
	}
	t.any = t.any || odd
}

// Pair adds a compared CRD. Of several copies of a CRD it keeps the first whose two sides differ.
func (t *Tester) Pair(b *diffrun.CRDPair) {
	doc := cmp.Or(b.New, b.Old)
	spec := source.Field(doc.Root, "spec")
	group, _ := source.String(source.Field(spec, "group"))
	kind, _ := source.String(source.Field(source.Field(spec, "names"), "kind"))
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.any && !t.kinds[kind] {
		return
	}
	name, _ := source.String(source.Field(source.Field(doc.Root, "metadata"), "name"))
	p := &pair{name: strings.Clone(name), both: b, rank: rank(b), place: place(b), isNew: b.Old == nil}
	key := groupKind{strings.Clone(group), strings.Clone(kind)}
	if was := t.pairs[key]; was != nil && !p.showsMore(was) {
		return
	}
	t.pairs[key] = p
	if p.rank == sameOnBoth {
		p.both = nil
		return
	}
	b.Old, b.New = nil, nil // the CRDs are decoded, so release the nodes
}

// Ranks of pairs: a higher one shows more of a change.
const (
	onOneSide = iota
	sameOnBoth
	differing
)

func rank(b *diffrun.CRDPair) int {
	switch {
	case b.Old == nil || b.New == nil:
		return onOneSide
	case b.Same():
		return sameOnBoth
	}
	return differing
}

// showsMore reports whether a copy of a CRD shows more of a change than another. Copies arrive in any order, so the
// file name decides between equal ranks.
func (p *pair) showsMore(than *pair) bool {
	return p.rank > than.rank || p.rank == than.rank && p.rank != sameOnBoth && p.place < than.place
}

func place(b *diffrun.CRDPair) string {
	var s string
	for _, d := range []*source.Document{b.New, b.Old} {
		if d != nil {
			s += fmt.Sprintf("%s\x00%08d\x00", d.File.Name, d.Line())
		}
	}
	return s
}

// use makes the resources of both sides, once.
func (p *pair) use() error {
	p.load.Do(func() {
		if p.before, p.after, p.err = p.both.Resources(); p.err != nil {
			return
		}
		p.wasServed = served(p.both.Was)
		if p.after != nil {
			p.isServed = served(p.both.Is)
		}
	})
	return p.err
}

// served returns the served versions, the storage version first. If several are the storage version, which no
// server accepts, the last one is first.
func served(c *crd.CustomResourceDefinition) []string {
	var storage, others []string
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		switch {
		case !v.Served:
		case v.Storage:
			storage = append(storage, v.Name)
		default:
			others = append(others, v.Name)
		}
	}
	slices.Reverse(storage)
	return append(storage, others...)
}
