package upgrade

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/crdedit"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

// TestNothingQuietBreaks holds what Compare says of random edits of real CRDs against the
// dry run of both: where it announces nothing, requests are answered as before, and where
// an answer is another, a change announces it there. make soundness tries
// many more.
func TestNothingQuietBreaks(t *testing.T) {
	edits := cmp.Or(*editsFlag, sweep.Times(200, 4000))
	each := 20
	if edits > 10_000 {
		each = 100 // to take a CRD up costs as much as some edits
	}
	crds := realCRDs(t)
	total := newTally()
	for _, part := range inParallel((edits+each-1)/each, func(i int) *tally {
		p := newTally()
		p.base(rand.New(rand.NewSource(*seedFlag*1_000_003+int64(i))), crds, each)
		return p
	}) {
		total.add(part)
	}
	for _, c := range total.examples[:min(len(total.examples), 12)] {
		t.Error(c)
	}
	t.Log(total)
	if n := total.counterexamples; n > 0 {
		t.Errorf("%d counterexamples", n)
	}
	if total.edits == 0 || total.same == 0 || total.differ == 0 || total.quiet == 0 {
		t.Error("nothing was tried")
	}
}

// inParallel calls a function for numbers, and returns what it returns in their order.
func inParallel(n int, f func(i int) *tally) []*tally {
	all := make([]*tally, n)
	next := make(chan int)
	var wait sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for i := range next {
				all[i] = f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wait.Wait()
	return all
}

// realCRDs are those of the corpus, and those of projects in the test data.
func realCRDs(t *testing.T) []crdedit.Value {
	t.Helper()
	dir := sweep.Corpus()
	files := crdedit.Corpus(dir)
	if len(files) == 0 {
		t.Logf("no corpus in %s; set CRDTOOL_CORPUS to try its CRDs, too", dir)
	}
	all, err := crdedit.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	local, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "changes", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range local {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range golden.Parse(text).Files {
			if part.Name == "crd.yaml" {
				all = append(all, crdedit.Parse(name, part.Data)...)
			}
		}
	}
	if len(all) == 0 {
		t.Fatal("no CRDs")
	}
	return all
}

// tally counts what was tried.
type tally struct {
	bases, edits, refused      int // CRDs; edits of them that the server accepts, and those it refuses
	quiet                      int // edits by which nothing is announced
	objects, requests          int
	accepted, same, differ     int // answers of the old CRD, and of both
	below                      int // differences announced further down alone
	misfits                    int // see subject.tell
	forgiven                   int // updates that the old CRD accepts only while what is invalid stays the same
	counterexamples            int
	byKeyword                  map[string]*keywordTally
	examples                   []string
	seen                       map[string]bool
	withWitness, may, reallyNo map[string]int
}

type keywordTally struct{ edits, differ, counterexamples int }

func newTally() *tally {
	return &tally{byKeyword: map[string]*keywordTally{}, seen: map[string]bool{}, withWitness: map[string]int{}, may: map[string]int{}, reallyNo: map[string]int{}}
}

func (n *tally) keyword(name string) *keywordTally {
	if n.byKeyword[name] == nil {
		n.byKeyword[name] = &keywordTally{}
	}
	return n.byKeyword[name]
}

func (n *tally) add(p *tally) {
	n.bases += p.bases
	n.edits += p.edits
	n.refused += p.refused
	n.quiet += p.quiet
	n.objects += p.objects
	n.requests += p.requests
	n.accepted += p.accepted
	n.same += p.same
	n.differ += p.differ
	n.below += p.below
	n.misfits += p.misfits
	n.forgiven += p.forgiven
	n.counterexamples += p.counterexamples
	for k, v := range p.byKeyword {
		of := n.keyword(k)
		of.edits += v.edits
		of.differ += v.differ
		of.counterexamples += v.counterexamples
	}
	n.examples = append(n.examples, p.examples...)
}

// String is the table.
func (n *tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d edits of %d CRDs (%d more that the server refuses), %d of them with nothing announced\n", n.edits, n.bases, n.refused, n.quiet)
	fmt.Fprintf(&b, "%d objects in %d requests that the old CRD accepts: %d answered as before, %d otherwise, %d of those announced below alone; %d findings about stored values of a wrong type skipped, and %d unannounced refusals of what the old CRD only forgives\n",
		n.objects, n.accepted, n.same, n.differ, n.below, n.misfits, n.forgiven)
	fmt.Fprintf(&b, "%d counterexamples\n%-40s %8s %10s %s\n", n.counterexamples, "keyword", "edits", "otherwise", "counterexamples")
	for _, k := range slices.Sorted(maps.Keys(n.byKeyword)) {
		v := n.byKeyword[k]
		fmt.Fprintf(&b, "%-40s %8d %10d %d\n", k, v.edits, v.differ, v.counterexamples)
	}
	return b.String()
}

var server = behaviour.Of(kube.Latest)

var checker = sync.OnceValue(func() *crd.Checker { return crd.NewChecker(server) })

// decode reads a CRD; nil if it has flaws.
func decode(v crdedit.Value) *crd.CustomResourceDefinition {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	f := source.Read("crd.json", text)
	if len(f.Documents) != 1 || len(f.Problems) > 0 {
		return nil
	}
	c, flaws := checker().Decode(f.Documents[0])
	if len(flaws) > 0 {
		return nil
	}
	c.AssumeEstablished()
	c.Default()
	return c
}

// base tries edits of one CRD.
func (n *tally) base(r *rand.Rand, crds []crdedit.Value, edits int) {
	var b *subject
	for b == nil {
		b = newSubject(r, crds[r.Intn(len(crds))])
	}
	n.bases++
	n.objects += b.made
	for range edits {
		for tries := 0; ; tries++ {
			value, made := crdedit.Edits(r, b.value, 4)
			if n.edit(b, value, made) || tries > 20 {
				break
			}
			n.refused++
		}
	}
	n.misfits += b.misfits
}

// edit tries a CRD that replaces another; false if the server refuses it.
func (n *tally) edit(b *subject, value crdedit.Value, made []crdedit.Edit) bool {
	after := newServer(value, b.old.crd)
	if after == nil {
		return false
	}
	changes := Compare(b.old.crd, after.crd, &after.checked, Options{Server: &server, NoWitnesses: true, Promises: func(string) Verdict { return Major }})
	n.edits++
	quiet := !slices.ContainsFunc(changes, func(c Change) bool { return loud(&c) || more(&c) && c.Kind != &fieldAdded })
	if quiet {
		n.quiet++
	}
	names := map[string]bool{}
	for _, e := range made {
		names[e.Keyword] = true
	}
	for k := range names {
		n.keyword(k).edits++
	}
	differs, wrong := false, false
	for q := range b.requests(after, made, &n.objects) {
		n.requests++
		was := b.answer(q)
		if was == nil {
			continue
		}
		n.accepted++
		places := b.tell(q, was, after)
		if len(places) == 0 {
			n.same++
			continue
		}
		n.differ++
		differs = true
		for i := range places {
			switch announced(changes, &places[i]) {
			case above:
				continue
			case below:
				n.below++
				continue
			}
			if places[i].refused && b.forgives(q) {
				n.forgiven++ // what changes about it is no promise
				continue
			}
			if !wrong {
				n.note(b, made, changes, q, &places[i])
			}
			wrong = true
		}
	}
	for k := range names {
		if differs {
			n.keyword(k).differ++
		}
		if wrong {
			n.keyword(k).counterexamples++
		}
	}
	if wrong {
		n.counterexamples++
	}
	return true
}

// note writes a counterexample down, one of each sort.
func (n *tally) note(b *subject, made []crdedit.Edit, changes []Change, q *request, p *place) {
	var sort []string
	for _, e := range made {
		sort = append(sort, e.Keyword+" "+e.Does)
	}
	slices.Sort(sort)
	if key := fmt.Sprint(sort); n.seen[key] && len(n.examples) > 40 {
		return
	} else {
		n.seen[key] = true
	}
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %s at %s %s: %v\n", b.old.crd.Metadata.Name, q.operation, p, p.says, made)
	for i := range changes {
		fmt.Fprintf(&s, "  %s %s: %s\n", changes[i].Class, changes[i].Kind.ID, changes[i].Message)
	}
	fmt.Fprintf(&s, "  object %.1500s\n", text(q.object))
	if q.old != nil {
		fmt.Fprintf(&s, "  replaces %.1500s\n", text(q.old))
	}
	n.examples = append(n.examples, s.String())
	if *editsFlag > 0 {
		fmt.Fprintln(os.Stderr, s.String()) // who waits for minutes sees them as they come
	}
}

func text(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// loud reports whether a change says that requests are answered otherwise.
func loud(c *Change) bool {
	return c.Kind.Breaks && (c.Class == Stored || c.Class == Writers || c.Class == Install)
}

// more reports whether it says that objects have more than before.
func more(c *Change) bool {
	return c.Kind == &fieldAdded || c.Kind == &defaultAdded || c.Kind == &fieldWithDefault || nulls(c)
}

// nulls reports whether it says that clients may meet null, among others.
func nulls(c *Change) bool {
	return c.Kind == &nullableAdded || c.Kind == &typeWidened || c.Kind == &unknownFieldsKept
}

// alters reports whether it says that objects become others, which what stands above may
// refuse.
func alters(c *Change) bool {
	if c.Keyword == "format" {
		return true // CEL reads values with some formats as bytes, times and durations
	}
	return slices.Contains([]*Kind{&fieldRemoved, &unknownFieldsPruned, &unknownFieldsChecked, &nullableRemoved, &defaultRemoved, &defaultChanged, &typeChanged,
		&itemsChanged, &resourceChanged, &listTypeChanged}, c.Kind)
}

type announcement uint8

const (
	nowhere announcement = iota
	below
	above
)

// announced says where a change announces a difference.
func announced(changes []Change, p *place) announcement {
	best := nowhere
	for i := range changes {
		c := &changes[i]
		switch {
		case loud(c):
			switch {
			case c.schema == nil && c.Kind != &scaleChecked && (c.Kind != &subresourceChanged || !strings.Contains(c.Message, "status")):
				return above
			case (c.Kind == &defaultClashes || c.Kind == &nullClashes) && p.refused && begins(wayOf(c), p.way), begins(p.way, wayOf(c)):
				return above
			case p.refused && alters(c) && (begins(wayOf(c), p.way) || beside(wayOf(c), p.way)):
				best = below
			case p.ratcheted && alters(c):
				best = below
			}
		case more(c) && p.only(c) && begins(p.way, wayOf(c)):
			return above
		}
	}
	return best
}

// wayOf leads to the values of a change.
func wayOf(c *Change) []crdedit.Step {
	if c.schema == nil {
		if c.Kind == &scaleChecked {
			var way []crdedit.Step
			for _, name := range strings.Split(c.Field, ".") {
				way = append(way, crdedit.Step{Name: name})
			}
			return way
		}
		return []crdedit.Step{{Name: "status"}}
	}
	var way []crdedit.Step
	for at := c.schema.At; at.Parent != nil; at = at.Parent {
		step := stepTo(at.Old.Role, at.Old.Name)
		if step.Value {
			step = stepTo(at.New.Role, at.New.Name)
		}
		way = append(way, step)
	}
	slices.Reverse(way)
	if c.schema.Name != "" && c.Kind != &equivalent {
		way = append(way, crdedit.Step{Name: c.schema.Name})
	}
	return way
}

// begins reports whether a way begins with another.
func begins(way, with []crdedit.Step) bool {
	if len(with) > len(way) {
		return false
	}
	for i, s := range with {
		w := way[i]
		switch {
		case s.Value && !w.Item, w.Value && !s.Item:
		case s.Item != w.Item, !s.Item && s.Name != w.Name:
			return false
		}
	}
	return true
}

// beside reports whether a way begins with the one to what another leads into: junctors say
// that a field is missing because of one beside it.
func beside(way, other []crdedit.Step) bool {
	return len(way) > 0 && len(other) > 0 && begins(other, way[:len(way)-1])
}

// equalJSON compares values as they are stored.
func equalJSON(a, b any) bool { return reflect.DeepEqual(a, b) }
