package validate

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/surplus"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
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

// TestSomeLists counts what is not kept, of each code.
func TestSomeLists(t *testing.T) {
	s, err := schema.Parse([]byte(`
type: object
properties:
  a: {type: array, x-kubernetes-list-type: set, items: {type: string}}
  b: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k, l], items: {type: object}}
  c: {type: array, items: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object}}}
`))
	if err != nil {
		t.Fatal(err)
	}
	item := func(k string) any { return map[string]any{"k": k, "l": k} }
	value := map[string]any{
		"a": []any{"a", "a", "b", "b"}, "b": []any{item("a"), item("a"), item("b"), item("b")},
		"c": []any{[]any{item("a"), item("a")}, []any{"x"}, []any{"y"}, []any{"z"}},
	}
	all := Lists(nil, value, s)
	if len(all) != 8 {
		t.Fatalf("found %d", len(all))
	}
	for most := 1; most < 7; most++ {
		kept := surplus.New(most)
		some := SomeLists(nil, value, s, []Within{nil, MergedIn(s)}[most%2], kept)
		by := surplus.New(most)
		want := slices.DeleteFunc(slices.Clone(all), func(f finding.Finding) bool { return !by.Keep(&f) })
		same := slices.EqualFunc(some, want, func(a, b finding.Finding) bool {
			return a.Path.Server() == b.Path.Server() && a.ServerMessage() == b.ServerMessage()
		})
		if !same || !slices.Equal(kept.Rest(), by.Rest()) {
			t.Errorf("of each %d: %d and %v, want %d and %v", most, len(some), kept.Rest(), len(want), by.Rest())
		}
	}
}

// TestSomeMeta counts what is not kept, of each code.
func TestSomeMeta(t *testing.T) {
	s, err := schema.Parse([]byte(`{type: array, items: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}`))
	if err != nil {
		t.Fatal(err)
	}
	checks := kube.Latest.Behaviour().Checks
	value := []any{
		map[string]any{"apiVersion": int64(1), "metadata": map[string]any{"labels": map[string]any{"-": "x y"}, "name": "a/b"}},
		map[string]any{"kind": "-", "metadata": int64(1)},
		map[string]any{"apiVersion": "v1", "kind": "A", "metadata": map[string]any{"annotations": map[string]any{"-": ""}, "namespace": "_"}},
	}
	all := Meta("x", nil, value, s, false, checks)
	if len(all) != 10 {
		t.Fatalf("found %d: %v", len(all), all)
	}
	for most := 1; most < 9; most++ {
		kept := surplus.New(most)
		some := SomeMeta("x", nil, value, s, false, checks, []Within{nil, ResourcesIn(s)}[most%2], kept)
		by := surplus.New(most)
		want := slices.DeleteFunc(slices.Clone(all), func(f finding.Finding) bool { return !by.Keep(&f) })
		same := slices.EqualFunc(some, want, func(a, b finding.Finding) bool {
			return a.Path.Server() == b.Path.Server() && a.ServerMessage() == b.ServerMessage()
		})
		if !same || !slices.Equal(kept.Rest(), by.Rest()) {
			t.Errorf("of each %d: %d and %v, want %d and %v", most, len(some), kept.Rest(), len(want), by.Rest())
		}
	}
}
