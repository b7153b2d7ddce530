// Package impact says what the change of CRDs does to objects that exist. Each object goes
// through the old CRD and the new one: its manifest is created under both, and what the old
// one has stored is read and updated under the new one.
//
// The CRDs are handed in while they are compared, and only those whose kinds the objects
// speak of are kept. Of objects only names and places are.
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

// A Tester takes objects through the old CRDs and the new ones. Wants is called first, then
// Pair, and File when all pairs are known; each is safe for concurrent use.
type Tester struct {
	most  int
	mu    sync.Mutex
	kinds map[string]bool // nil for any
	any   bool
	pairs map[groupKind]*pair
}

type groupKind struct{ group, kind string }

// pair is a CRD on both sides, or on one.
type pair struct {
	name  string
	both  *diffrun.Both // without documents; nil if those say the same
	worth int
	place string
	isNew bool // it is on the new side alone

	load                sync.Once
	before, after       *dryrun.Resource
	wasServed, isServed []string // the versions, the storage version first
	err                 error
}

// New returns a Tester that lists so much of each effect on an object, and counts the rest; 0 is
// for all.
func New(most int) *Tester {
	return &Tester{most: most, kinds: map[string]bool{}, pairs: map[groupKind]*pair{}}
}

// kindWord is where a text may name a kind. It finds more than there are; what it cannot
// tell, as an alias, it finds as a sign.
var kindWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`kind["']?\s*:\s*["']?([A-Za-z0-9]+|\S)`) })

// Wants takes note of the kinds that a text of objects may speak of.
func (t *Tester) Wants(text []byte) {
	found := map[string]bool{}
	for _, m := range kindWord().FindAllSubmatch(text, -1) {
		found[string(m[1])] = true
	}
	odd := bytes.Contains(text, []byte(`\u00`)) // a key may be written so
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

// Pair keeps a CRD that was compared. Of several copies of a CRD it keeps the first whose two
// sides differ.
func (t *Tester) Pair(b *diffrun.Both) {
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
	p := &pair{name: strings.Clone(name), both: b, worth: worth(b), place: place(b), isNew: b.Old == nil}
	key := groupKind{strings.Clone(group), strings.Clone(kind)}
	if was := t.pairs[key]; was != nil && !p.saysMore(was) {
		return
	}
	t.pairs[key] = p
	if p.worth == sameOnBoth {
		p.both = nil
		return
	}
	b.Old, b.New = nil, nil // the CRDs are decoded: nobody needs the nodes any more
}

// How much a pair says of what changes.
const (
	onOneSide = iota
	sameOnBoth
	differing
)

func worth(b *diffrun.Both) int {
	switch {
	case b.Old == nil || b.New == nil:
		return onOneSide
	case b.Same():
		return sameOnBoth
	}
	return differing
}

// saysMore reports whether another copy of a CRD says more of what changes. Copies come in no
// order, so that the names of their files decide between those that say as much.
func (p *pair) saysMore(than *pair) bool {
	return p.worth > than.worth || p.worth == than.worth && p.worth != sameOnBoth && p.place < than.place
}

func place(b *diffrun.Both) string {
	var s string
	for _, d := range []*source.Document{b.New, b.Old} {
		if d != nil {
			s += fmt.Sprintf("%s\x00%08d\x00", d.File.Name, d.Line())
		}
	}
	return s
}

// use makes the resources of both sides.
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

// served are the versions that are served, the storage version first: the last one, if
// there are several, which no server accepts.
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
