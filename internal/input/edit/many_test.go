package edit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestManyFixes plans thousands of changes, whether each is in a mapping of its
// own, all are in one list, or all are wrong.
func TestManyFixes(t *testing.T) {
	n := sweep.Times(1000, 5000)
	var apart, list, wrong strings.Builder
	apart.WriteString("m:\n")
	list.WriteString("m:\n")
	wrong.WriteString("m: &x\n")
	var inMaps, inList []finding.Change
	for i := range n {
		fmt.Fprintf(&apart, "- a: 1\n  b: %d\n", i)
		fmt.Fprintf(&list, "- %d\n", i)
		fmt.Fprintf(&wrong, "- a: 1\n  b: %d\n", i)
		inMaps = append(inMaps, finding.Change{Path: finding.Root("m").Index(i).Child("a")})
		inList = append(inList, finding.Change{Path: finding.Root("m").Index(i)})
	}
	wrong.WriteString("n: *x\n") // what is changed in m is changed in n
	for _, c := range []struct {
		name, text string
		changes    []finding.Change
		least      int
	}{
		{"apart", apart.String(), inMaps, n},
		{"in one list", list.String(), inList, 100},
		{"wrong", wrong.String(), inMaps, 0},
	} {
		f := source.Read("f.yaml", []byte(c.text))
		var requests []Request
		for _, change := range c.changes {
			requests = append(requests, Request{f.Documents[0], []finding.Change{change}})
		}
		plans := Plan(f, requests)
		planned := 0
		for _, p := range plans {
			if p != nil {
				planned++
			}
		}
		chosen, edits := Together(f, requests, plans)
		if got := source.Read("f.yaml", Apply(f.Text, edits)); len(got.Problems) > 0 {
			t.Errorf("%s: %v", c.name, got.Problems)
		}
		t.Logf("%s: %d planned, %d together", c.name, planned, len(chosen))
		if planned < c.least || planned > 0 && len(chosen) == 0 {
			t.Errorf("%s: %d are planned, %d can be made together; want %d", c.name, planned, len(chosen), c.least)
		}
	}
}
