package lint

import (
	"math/rand"
	"slices"
)

// The values that are tried.

// values are what is sent: of every type, at the limits that the cases set, and
// objects of the names that stand in the schema.
func values(node any) []any {
	list := []any{true, false, 0.5, 1.5, -0.5, 1e20}
	for i := -6; i <= 6; i++ {
		list = append(list, i)
	}
	for _, i := range []int64{100, 8080, 65535, 65536, 1 << 31, -1<<31 - 1, 1 << 40, 1<<63 - 1, -1 << 63} {
		list = append(list, i)
	}
	words := []string{"", "a", "b", "c", "ab", "abc", "abcd", "abcde", "abcdef", "bc", "git", "/a/", "a!", "10.0.0.1", "é", "a\nb"}
	names := []string{"zz", "zy"}
	collect(node, &names, &words)
	for _, w := range words {
		list = append(list, w)
	}
	list = append(list, []any{})
	for n := 1; n <= 4; n++ {
		var texts, ints []any
		for i := range n {
			texts, ints = append(texts, words[i%len(words)]), append(ints, i)
		}
		list = append(list, texts, ints)
	}
	list = append(list, []any{map[string]any{"a": "b"}}, map[string]any{})
	random := rand.New(rand.NewSource(1))
	small := []any{"a", 1, 5, 6, true, map[string]any{}, map[string]any{"a": "a"}, map[string]any{"b": "a"}}
	for _, w := range words {
		small = append(small, w)
	}
	objects := 300
	if m, ok := node.(map[string]any); ok && m["type"] != nil && m["type"] != "object" {
		objects = 20 // all are refused for their type, whatever is in them
	}
	for range objects {
		o := map[string]any{}
		for _, n := range names {
			if random.Intn(3) > 0 {
				o[n] = small[random.Intn(len(small))]
			}
		}
		list = append(list, o)
	}
	return list
}

// collect gathers the names of fields and the words of enums in a schema.
func collect(x any, names, words *[]string) {
	switch v := x.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(mapKeys(v)) {
			switch e := v[k].(type) {
			case map[string]any:
				if k == "properties" {
					for _, n := range slices.Sorted(mapKeys(e)) {
						if !slices.Contains(*names, n) {
							*names = append(*names, n)
						}
					}
				}
			case []any:
				for _, i := range e {
					s, ok := i.(string)
					if to := map[string]*[]string{"required": names, "enum": words}[k]; ok && to != nil && !slices.Contains(*to, s) {
						*to = append(*to, s)
					}
				}
			}
			collect(v[k], names, words)
		}
	case []any:
		for _, e := range v {
			collect(e, names, words)
		}
	}
}

func mapKeys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}
