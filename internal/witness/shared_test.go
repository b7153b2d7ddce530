package witness

import (
	"math/rand"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/finding"
)

// TestSharedSearches has provers of similar CRDs share their searches: each finds what it
// finds by itself, and pays the same.
func TestSharedSearches(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	others := NewShared()
	adopted, own := 0, 0
	for range 80 {
		tight := map[string]bool{"h": true}
		for _, f := range fields {
			if r.Intn(8) == 0 {
				tight[f.name] = true
			}
		}
		alone, among := prover(t, tight), prover(t, tight).Among(others)
		alone.budget.Left -= r.Intn(2) * r.Intn(most)
		among.budget.Left = alone.budget.Left
		at := finding.Root("spec", "versions").Index(0).Child("schema", "openAPIV3Schema", "properties").Key("spec").Child("properties").Key("h").Child("x-kubernetes-validations").Index(0).Child("rule")
		spec := []finding.Segment{{Name: "spec"}}
		way := func(name string) []finding.Segment { return []finding.Segment{{Name: "spec"}, {Name: name}} }
		for _, value := range [...]string{"h", "e", "h"} {
			links := [][]finding.Segment{way(value), spec}[r.Intn(2):]
			want, got := alone.Bypass("v1", at, "self == oldSelf", way(value), links), among.Bypass("v1", at, "self == oldSelf", way(value), links)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: it finds %+v, and %+v by itself", tight, got, want)
			}
			if got, want := among.budget.Left, alone.budget.Left; got != want {
				t.Fatalf("%v: %d are left, and %d by itself", tight, got, want)
			}
		}
		if among.generator == nil {
			adopted++
		} else {
			own++
		}
	}
	if adopted < 10 || own < 5 {
		t.Errorf("%d provers have all of their searches from others, %d have not", adopted, own)
	}
}

// TestSharedSearchesAreBounded by their size.
func TestSharedSearchesAreBounded(t *testing.T) {
	s := NewShared()
	for i := range 100 {
		s.add(string(rune('a'+i%30)), &done{size: mostShared / 10})
		if s.size > mostShared {
			t.Fatalf("%d bytes are kept", s.size)
		}
	}
	n := 0
	for _, list := range s.done {
		n += len(list)
	}
	if n != 10 || len(s.kept) != n {
		t.Errorf("%d searches are kept by %d keys", n, len(s.kept))
	}
	s.add("large", &done{size: mostShared})
	if len(s.of("large")) != 0 {
		t.Error("one that is larger than all others is kept")
	}
	for range 2 * mostAlike {
		s.add("same", &done{size: 1})
	}
	if got := len(s.of("same")); got != mostAlike {
		t.Errorf("%d of one key are kept", got)
	}
}
