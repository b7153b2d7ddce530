package validate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSaidTexts: each text is new once, whichever comes first.
func TestSaidTexts(t *testing.T) {
	var s saidTexts
	var got []string
	for _, text := range []string{"", "", "a", "b", "a", "", "b", "c"} {
		if s.add(text) {
			got = append(got, text)
		}
	}
	if want := []string{"", "a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("%q are new, want %q", got, want)
	}
}

// TestHashes: a hash is new once, however many there are.
func TestHashes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var got hashes
	want := map[[2]uint64]bool{}
	for range 10_000 {
		hash := [2]uint64{r.Uint64N(8), r.Uint64N(4) * r.Uint64N(400)}
		hash[0] |= 1 // of two that differ in this alone one is taken for the other
		if isNew := got.add(hash); isNew == want[hash] {
			t.Fatalf("%x is new: %v", hash, isNew)
		}
		want[hash] = true
	}
	if got.used != len(want) {
		t.Errorf("%d hashes, want %d", got.used, len(want))
	}
}
