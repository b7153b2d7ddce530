package upgrade

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/crdedit"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// TestWitnessesAreFound counts the breaking changes of single edits that have a witness.
// Of those that have none, the ones that random objects tell the CRDs apart by could have
// one; of the others nobody knows.
func TestWitnessesAreFound(t *testing.T) {
	edits := cmp.Or(*editsFlag, sweep.Times(60, 1500))
	const each = 10
	crds := realCRDs(t)
	total := newTally()
	for _, part := range inParallel((edits+each-1)/each, func(i int) *tally {
		p := newTally()
		r := rand.New(rand.NewSource(40_000 + int64(i)))
		var b *subject
		for b == nil {
			b = newSubject(r, crds[r.Intn(len(crds))])
		}
		for range each {
			for tries := 0; tries < 20; tries++ {
				value, made := crdedit.Edits(r, b.value, 1)
				if p.prove(b, value, made) {
					break
				}
			}
		}
		return p
	}) {
		total.add(part)
		for _, m := range []struct{ to, from map[string]int }{{total.withWitness, part.withWitness}, {total.may, part.may}, {total.reallyNo, part.reallyNo}} {
			for k, n := range m.from {
				m.to[k] += n
			}
		}
	}
	all, found, missed := 0, 0, 0
	var b strings.Builder
	kinds := map[string]bool{}
	for _, m := range []map[string]int{total.withWitness, total.may, total.reallyNo} {
		for k := range m {
			kinds[k] = true
		}
	}
	fmt.Fprintf(&b, "%-28s %8s %8s %18s\n", "kind", "witness", "missed", "may, none known")
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(&b, "%-28s %8d %8d %18d\n", k, total.withWitness[k], total.may[k], total.reallyNo[k])
		all += total.withWitness[k] + total.may[k] + total.reallyNo[k]
		found += total.withWitness[k]
		missed += total.may[k]
	}
	if all == 0 {
		t.Fatal("nothing breaks")
	}
	t.Logf("%d breaking changes, %d with a witness: %.1f %%; of those that really narrow %.1f %%\n%s",
		all, found, 100*float64(found)/float64(all), 100*float64(found)/float64(found+missed), &b)
	if *listFlag {
		t.Log(strings.Join(total.examples, "\n"))
	}
	if share := float64(found) / float64(found+missed); share < leastFound {
		t.Errorf("too few: %.3f", share)
	}
}

// leastFound is the share of changes that really narrow of which a witness is found.
const leastFound = 0.9

// prove looks for the witnesses of an edit's changes; false if the server refuses the CRD.
func (n *tally) prove(b *subject, value crdedit.Value, made []crdedit.Edit) bool {
	after := newServer(value, b.old.crd)
	if after == nil {
		return false
	}
	changes := Compare(b.old.crd, after.crd, &after.checked, Options{
		Server: &server, Promises: func(string) Verdict { return Major },
		Requests: sample.Options{Version: kube.Latest, Rules: dryrun.CEL(checker().Compiler())},
	})
	var places []place
	asked := false
	for i := range changes {
		c := &changes[i]
		if !c.Kind.Breaks || c.search == nil {
			continue
		}
		if c.Witness != nil {
			n.withWitness[c.Kind.ID]++
			continue
		}
		if !asked {
			asked = true
			for range 6 {
				for q := range b.requests(after, made, &n.objects) {
					if was := b.answer(q); was != nil {
						places = append(places, b.tell(q, was, after)...)
					}
				}
			}
		}
		shown := slices.ContainsFunc(places, func(p place) bool { return announced([]Change{*c}, &p) == above })
		if shown {
			n.may[c.Kind.ID]++
		} else {
			n.reallyNo[c.Kind.ID]++
		}
		n.examples = append(n.examples, fmt.Sprintf("%t %s %s: %s %v", shown, b.old.crd.Metadata.Name, c.Kind.ID, c.Message, made))
	}
	return true
}
