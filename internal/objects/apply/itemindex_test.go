package apply

import (
	"math/rand/v2"
	"testing"
)

// TestItemIndex compares what is found by the index with what is found by comparing one item
// after the other.
func TestItemIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	scalars := []any{nil, "a", "b", int64(1), float64(1), float64(1.5), true, false}
	value := func() any {
		if r.IntN(12) == 0 {
			return []any{map[string]any{"a": "b"}, []any{int64(1)}, map[string]any{}}[r.IntN(3)]
		}
		return scalars[r.IntN(len(scalars))]
	}
	item := func(keys []string) any {
		if len(keys) == 0 || r.IntN(12) == 0 {
			return value()
		}
		m := map[string]any{}
		for _, k := range keys {
			if r.IntN(4) > 0 {
				m[k] = value()
			}
		}
		return m
	}
	found := 0
	for range 3000 {
		keys := [][]string{nil, {"a"}, {"a", "b"}, {"a", "b", "c", "d", "e"}}[r.IntN(4)]
		list := make([]any, r.IntN(8))
		for i := range list {
			list[i] = item(keys)
		}
		x := indexItems(list, keys)
		for range 8 {
			wanted := item(keys)
			want := -1
			for i := range list {
				if x.same(wanted, i) {
					want = i
					break
				}
			}
			if want >= 0 {
				found++
			}
			if got := x.of(wanted); got != want {
				t.Fatalf("%v in %v by %v: got %d, want %d", wanted, list, keys, got, want)
			}
		}
	}
	if found < 3000 {
		t.Errorf("only %d items were found", found)
	}
}
