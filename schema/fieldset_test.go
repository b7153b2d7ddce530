package schema

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestFieldSet compares with a map, for mappings shorter and longer than what the
// set keeps without one.
func TestFieldSet(t *testing.T) {
	check := func(names []string) {
		t.Helper()
		var s fieldSet
		seen := map[string]bool{}
		for i, name := range names {
			if got := s.add(name); got != seen[name] {
				t.Fatalf("%d names, then %q: was there %t", i, name, got)
			}
			seen[name] = true
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var names []string
		for range r.IntN(60) {
			names = append(names, fmt.Sprint(r.IntN(40)))
		}
		check(names)
	}
	// The empty name is one like others, whenever it comes.
	for n := range 20 {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprint(i))
		}
		check(append(names, "", "", "0"))
	}
}
