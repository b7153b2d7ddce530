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

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/surplus"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// A Tester takes objects through the old CRDs and the new ones. Wants is called first, then
// Pair, and File when all pairs are known; each is safe for concurrent use.
type Tester struct {
	checker *crd.Checker
	server  dryrun.Server

	mu    sync.Mutex
	kinds map[string]bool // nil for any
	any   bool
	pairs map[groupKind]*pair
}

type groupKind struct{ group, kind string }

// pair is a CRD on both sides, or on one.
type pair struct {
	name     string
	old, new *source.Document
	same     bool

	load                sync.Once
	before, after       *dryrun.Resource
	wasServed, isServed []string // the versions, the storage version first
	err                 error
}

// New returns a Tester for a version of Kubernetes.
func New(v kube.Version) *Tester {
	checker := crd.NewChecker(v.Behaviour())
	return &Tester{
		checker: checker, server: dryrun.Server{Version: v, Rules: dryrun.CEL(checker.Compiler())},
		kinds: map[string]bool{}, pairs: map[groupKind]*pair{},
	}
}

// kindWord is where a text may name a kind. It finds more than there are; what it can't
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

// WantsAll has all CRDs be kept.
func (t *Tester) WantsAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.any = true
}

// Pair takes a CRD on both sides, or nil for a side that lacks it, and reports whether its
// files have to stay. Of several copies the first that differ count.
func (t *Tester) Pair(old, new *source.Document) bool {
	doc := cmp.Or(new, old)
	spec := source.Field(doc.Root, "spec")
	group, _ := source.String(source.Field(spec, "group"))
	kind, _ := source.String(source.Field(source.Field(spec, "names"), "kind"))
	same := old != nil && new != nil && len(old.Text) > 0 && bytes.Equal(old.Text, new.Text)
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.any && !t.kinds[kind] {
		return false
	}
	key := groupKind{strings.Clone(group), strings.Clone(kind)}
	if is := t.pairs[key]; is != nil && !is.gives(old, new, same) {
		return false
	}
	name, _ := source.String(source.Field(source.Field(doc.Root, "metadata"), "name"))
	p := &pair{name: strings.Clone(name), same: same}
	t.pairs[key] = p
	if same {
		return false
	}
	p.old, p.new = old, new
	return true
}

// gives reports whether another copy of a CRD says more of what changes. Copies come in no
// order, so that the names of their files decide between those that say as much.
func (p *pair) gives(old, new *source.Document, same bool) bool {
	worth := func(old, new *source.Document, same bool) int {
		switch {
		case same:
			return 1
		case old != nil && new != nil:
			return 2
		}
		return 0
	}
	had, has := worth(p.old, p.new, p.same), worth(old, new, same)
	return has > had || has == had && !same && place(old, new) < place(p.old, p.new)
}

func place(old, new *source.Document) string {
	var s string
	for _, d := range []*source.Document{new, old} {
		if d != nil {
			s += fmt.Sprintf("%s\x00%08d\x00", d.File.Name, d.Line())
		}
	}
	return s
}

// use makes the resources of both sides.
func (p *pair) use(t *Tester) error {
	p.load.Do(func() {
		var beside crd.Beside
		was, err := t.decode(p.old, &beside)
		if err != nil {
			p.err = err
			return
		}
		is, err := t.decode(p.new, &beside)
		if err != nil {
			p.err = err
			return
		}
		if was != nil {
			was.AssumeEstablished()
			if p.before, p.err = dryrun.New(was, t.server); p.err != nil {
				return
			}
			p.wasServed = served(was)
		}
		if is == nil {
			return
		}
		kept := surplus.New(1)
		if a := t.checker.CheckSome(is, was, kept); a.Panic != nil || len(a.Findings) > 0 {
			p.err = fmt.Errorf("the server refuses the new CRD in %s", p.new.File.Name)
			return
		}
		p.after, p.err = dryrun.New(is, t.server)
		p.isServed = served(is)
	})
	return p.err
}

func (t *Tester) decode(doc *source.Document, beside *crd.Beside) (*crd.CustomResourceDefinition, error) {
	if doc == nil {
		return nil, nil
	}
	c, flaws := t.checker.DecodeBeside(doc, beside)
	if !doc.IsCRD() || slices.ContainsFunc(flaws, func(f schema.Flaw) bool { return f.Kind == schema.WrongType }) {
		return nil, fmt.Errorf("the CRD in %s can't be read", doc.File.Name)
	}
	c.Default()
	return c, nil
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
