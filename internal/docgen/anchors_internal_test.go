package docgen

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestAnchors: each name has an anchor of its own, however many differ in nothing but punctuation,
// which begins with what the name says and is the same each time.
func TestAnchors(t *testing.T) {
	names := func() func() string {
		r := rand.New(rand.NewPCG(1, 2))
		return func() string {
			name := []byte{}
			for n := r.IntN(4); n >= 0; n-- {
				name = append(name, "a./- "[r.IntN(5)])
			}
			return string(name)
		}
	}
	first, again := anchors{}, anchors{}
	name, same := names(), names()
	taken := map[string]bool{}
	dashes, counted := 0, 0
	for range 20_000 {
		is := name()
		anchor := first.of(is)
		plain := strings.NewReplacer("/", "-", " ", "-").Replace(is)
		if taken[anchor] || !strings.HasPrefix(anchor, plain) {
			t.Fatalf("%q has the anchor %q", is, anchor)
		}
		taken[anchor] = true
		switch rest := anchor[len(plain):]; {
		case strings.Trim(rest, "-") != "":
			counted++
			if !strings.HasPrefix(rest, strings.Repeat("-", mostDashes)) {
				t.Fatalf("%q has the anchor %q, and fewer dashes are free", is, anchor)
			}
		case rest != "":
			dashes++
		}
		if a := again.of(same()); a != anchor {
			t.Fatalf("%q has the anchors %q and %q", is, anchor, a)
		}
	}
	if dashes < 100 || counted < 10_000 {
		t.Errorf("%d have dashes, %d are counted", dashes, counted)
	}
}
