package surplus_test

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/surplus"
)

func TestCounter(t *testing.T) {
	a := finding.Finding{Code: "a", Type: "FieldValueInvalid"}
	b := finding.Finding{Code: "b", Severity: finding.Warning}
	c := surplus.New(2)
	var kept []bool
	for _, f := range []*finding.Finding{&a, &b, &a, &a, &a} {
		kept = append(kept, c.Keep(f))
	}
	if want := []bool{true, true, true, false, false}; !slices.Equal(kept, want) {
		t.Errorf("kept %v, want %v", kept, want)
	}
	if !c.Full(&a) || c.Full(&b) {
		t.Errorf("full of a: %t, of b: %t", c.Full(&a), c.Full(&b))
	}
	c.Add(&b, 5)
	want := []surplus.Rest{{Code: "a", Count: 2}, {Code: "b", Severity: finding.Warning, Count: 4}}
	if got := c.Rest(); !slices.Equal(got, want) {
		t.Errorf("rest %v, want %v", got, want)
	}
	if got := c.Causes(); got != 2 {
		t.Errorf("%d causes, want 2", got)
	}
}

func TestAllAreKept(t *testing.T) {
	c := surplus.New(0)
	f := finding.Finding{Code: "a", Type: "FieldValueInvalid"}
	for range 3 {
		if !c.Keep(&f) || c.Full(&f) {
			t.Error("a finding is not kept")
		}
	}
	if c.Rest() != nil || c.Causes() != 0 {
		t.Errorf("rest %v, causes %d", c.Rest(), c.Causes())
	}
}

// TestAddAll: what another has kept counts, too.
func TestAddAll(t *testing.T) {
	a, b := finding.Finding{Code: "a"}, finding.Finding{Code: "b"}
	of := surplus.New(2)
	of.Add(&a, 3)
	of.Add(&b, 1)
	c := surplus.New(2)
	c.Add(&b, 2)
	c.AddAll(of)
	c.AddAll(nil)
	var none *surplus.Counter
	none.AddAll(of)
	if got, want := c.Rest(), []surplus.Rest{{Code: "a", Count: 1}, {Code: "b", Count: 1}}; !slices.Equal(got, want) {
		t.Errorf("rest %v, want %v", got, want)
	}
}

// Findings with long paths count as several, so that what is kept of them is not longer than
// what is kept of others.
func TestLongPathsCount(t *testing.T) {
	deep := finding.Root("spec")
	for range 100 {
		deep = deep.Child("properties").Key("a")
	}
	long, short := finding.Finding{Code: "a", Path: deep}, finding.Finding{Code: "a", Path: finding.Root("spec")}
	keep := func(c *surplus.Counter, f finding.Finding, n int) (kept int) {
		for range n {
			if c.Keep(&f) {
				kept++
			}
		}
		return kept
	}
	c := surplus.New(100)
	few := keep(c, long, 200)
	if want := 100 / (deep.Len() / 256); few < want || few > want+1 {
		t.Errorf("%d are kept, want %d", few, want)
	}
	if keep(c, short, 1) > 0 || !c.Full(&long) {
		t.Error("others are kept after the first that was not")
	}
	if got := c.Rest(); len(got) != 1 || got[0].Count != 201-few {
		t.Errorf("rest %v, kept %d", got, few)
	}
	outer := surplus.New(100)
	if more := outer.AddRest(c); more != 201-few {
		t.Errorf("rest of %d, want %d", more, 201-few)
	}
	sum := surplus.New(100)
	sum.AddAll(c)
	if got := sum.Rest(); len(got) != 1 || got[0].Count != 201-few || sum.Keep(&short) {
		t.Errorf("rest %v", got)
	}
	if kept := keep(surplus.New(100), short, 200); kept != 100 {
		t.Errorf("%d with short paths are kept", kept)
	}
}

// Of many codes each has its first few.
func TestManyCodes(t *testing.T) {
	c := surplus.New(100)
	for i, want := range []int{100, 100, 10, 10} {
		f, kept := finding.Finding{Code: finding.Code(string(rune('a' + i)))}, 0
		for range 150 {
			if c.Keep(&f) {
				kept++
			}
		}
		if kept != want {
			t.Errorf("%d of code %d are kept, want %d", kept, i, want)
		}
	}
	for i, r := range c.Rest() {
		if want := []int{50, 50, 140, 140}[i]; r.Count != want {
			t.Errorf("rest %+v, want %d", r, want)
		}
	}
}
