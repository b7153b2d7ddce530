package hostile

import (
	"math/rand/v2"
	"testing"
)

// TestRandom: a number chooses the same text each time, and that grows with n.
func TestRandom(t *testing.T) {
	for seed := range uint64(60) {
		for of, f := range []Family{Random(seed), RandomRules(seed)} {
			named, ok := Named(f.Name)
			if !ok || named.Name != f.Name {
				t.Fatalf("%s is named %s, %v", f.Name, named.Name, ok)
			}
			few, many := f.CRD(4), f.CRD([]int{1000, 40}[of])
			if again := named.CRD(4); few != again {
				t.Errorf("%s is another one each time", f.Name)
			}
			if len(many) <= len(few) {
				t.Errorf("%s is of %d bytes, and then of %d", f.Name, len(few), len(many))
			}
		}
	}
	if f, ok := Named("rules-long"); !ok || f.Name != "rules-long" {
		t.Error("rules-long is not found")
	}
	for _, name := range []string{"", "random-", "random-x", "random-rules-", "random-rules-1-"} {
		if f, ok := Named(name); ok {
			t.Errorf("%q names %s", name, f.Name)
		}
	}
}

// TestRandomRulesAreShort: a server refuses rules of more than 100,000 characters for that alone.
func TestRandomRulesAreShort(t *testing.T) {
	for seed := range uint64(60) {
		rr := newRandomRules(random{rand.New(rand.NewPCG(seed, 2))})
		w := &ruleWriter{randomRules: rr, fields: 1000, next: 1000}
		for _, r := range rr.rules {
			if n := len([]rune(w.numbers(r.rule.of(rr.parts), 1))); n > 100_000 {
				t.Errorf("a rule of random-rules-%d is of %d characters", seed, n)
			}
		}
	}
}
