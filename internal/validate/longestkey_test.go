package validate

import (
	"fmt"
	"strings"
	"testing"
)

// TestLongestKey holds the search in objects of few keys and of many to each other:
// keys may have dots and brackets, and begin with each other.
func TestLongestKey(t *testing.T) {
	keys := []string{"a", "a.b", "a[0]", "ab", "a.b.c", "b", ""}
	paths := []string{"a", "a.b", "a.b.c", "a.b.c.d", "a.bc", "ab", "abc", "a[0]", "a[0].b", "a[1]", "b[0][1]", "c", "c.a", ".a", "[0]", ""}
	for set := range 1 << len(keys) {
		few, many := map[string]any{}, map[string]any{}
		for i, k := range keys {
			if set&(1<<i) != 0 {
				few[k], many[k] = true, true
			}
		}
		for i := range fewKeys + 1 {
			many[fmt.Sprintf("other%d", i)] = true
		}
		for _, path := range paths {
			best, rest := longestKey(few, path)
			if b, r := longestKey(many, path); b != best || r != rest {
				t.Errorf("%q among %v: %q and %q, among many %q and %q", path, few, best, rest, b, r)
			}
			if best != "" && (few[best] == nil || strings.TrimPrefix(strings.TrimPrefix(path, best), ".") != rest) || best == "" && rest != "" {
				t.Errorf("%q among %v: %q and %q", path, few, best, rest)
			}
			for k := range few {
				after, begins := strings.CutPrefix(path, k)
				if begins && len(k) > len(best) && (after == "" || after[0] == '.' || after[0] == '[') {
					t.Errorf("%q among %v: %q, though %q is longer", path, few, best, k)
				}
			}
		}
	}
}

// A path is followed as far as the value goes.
func TestWalk(t *testing.T) {
	value := map[string]any{"a": []any{int64(1), map[string]any{"b": "x"}}, "c[0]": "y", "long": make([]any, 12)}
	for name, want := range map[string]string{
		"a[1].b": `a|[1]|b`, "a[0]": `a|[0]`, "a[2]": `a|[2] as a field`, "a[x]": `a|[x] as a field`, "a[-1]": "a|[-1] as a field", "a[1].d": `a|[1]|d`, "c[0]": `c[0]`, "d": "d", "long[11]": "long|[11]", "long[12]": "long|[12] as a field",
	} {
		var got []string
		for _, s := range walk(nil, value, name).Segments() {
			switch {
			case s.IsIndex:
				got = append(got, fmt.Sprintf("[%d]", s.Index))
			case strings.HasPrefix(s.Name, "["):
				got = append(got, s.Name+" as a field")
			default:
				got = append(got, s.Name)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %s, want %s", name, strings.Join(got, "|"), want)
		}
	}
}
