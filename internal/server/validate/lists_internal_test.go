package validate

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// TestPlainKeys compares the text of the keys of items with their JSON, which is what the
// server compares.
func TestPlainKeys(t *testing.T) {
	values := []any{nil, true, false, "", "a", "b", "-", "0", "t", "\x01", int64(0), int64(1), int64(256), 1.0, 1.5, "\xff", "\xfe", map[string]any{}, []any{}}
	names := []string{"k", "l", "m"}
	r := rand.New(rand.NewPCG(1, 2))
	plain := 0
	for range 20_000 {
		from := len(values)
		if r.IntN(4) > 0 {
			from -= 6 // those that are not plain
		}
		items := make([]any, 2+r.IntN(3))
		texts := make([]string, len(items))
		for i := range items {
			item, key := map[string]any{"v": int64(i)}, map[string]any{}
			for _, name := range names {
				if r.IntN(3) > 0 {
					item[name] = values[r.IntN(from)]
					key[name] = item[name]
				}
			}
			items[i] = item
			if r.IntN(8) == 0 {
				items[i], key = nil, map[string]any{}
			}
			text, err := json.Marshal(key)
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = string(text)
		}
		keys := make([]any, len(items))
		if !plainKeys(items, names, keys) {
			continue
		}
		plain++
		for i := range keys {
			for j := range keys {
				if (keys[i] == keys[j]) != (texts[i] == texts[j]) {
					t.Fatalf("%s and %s have keys %q and %q", texts[i], texts[j], keys[i], keys[j])
				}
			}
		}
	}
	if plain < 10_000 || plain > 19_000 {
		t.Errorf("%d of the lists are plain", plain)
	}
	if plainKeys([]any{map[string]any{"k": 1.0}}, names, make([]any, 1)) || plainKeys([]any{map[string]any{"k": "\xff"}}, names, make([]any, 1)) {
		t.Error("a float, or what is no UTF-8, has plain keys")
	}
}
