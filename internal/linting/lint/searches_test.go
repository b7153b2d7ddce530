package lint

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/testkit/crdedit"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestCopiesShareSearches lints CRDs and copies with some changes, by a linter that has seen
// the copies before and by one that has not: both find the same.
func TestCopiesShareSearches(t *testing.T) {
	t.Parallel()
	all, err := crdedit.Read(crdedit.Corpus(sweep.Corpus()))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(5))
	tries := sweep.Times(15, 1000)
	const rule = "transition-bypass"
	opts := Options{Rules: selection(rule)}
	found := func(l *Linter, crd crdedit.Value) []report.Finding {
		text, err := json.Marshal(crd)
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(l.File(source.Read("crd.yaml", text), opts).Findings, func(f report.Finding) bool { return f.Rule != rule })
	}
	witnesses := 0
	for range tries {
		var old crdedit.Value
		for len(all) > 0 {
			i := r.Intn(len(all))
			if text, _ := json.Marshal(all[i]); bytes.Contains(text, []byte("oldSelf")) {
				old = crdedit.Trim(r, all[i], 60)
				break
			}
			all[i] = all[len(all)-1]
			all = all[:len(all)-1]
		}
		if old == nil {
			t.Skip("there are no CRDs with such rules")
		}
		l := New(kube.Latest)
		found(l, old)
		for range 4 {
			now, edits := crdedit.Edits(r, old, 2)
			got, want := found(l, now), found(New(kube.Latest), now)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: %+v, and %+v by another linter", edits, got, want)
			}
			for i := range got {
				if got[i].Witness != nil {
					witnesses++
				}
			}
		}
	}
	if witnesses < tries/4 {
		t.Errorf("%d witnesses of %d CRDs", witnesses, tries)
	}
}
