package docgen

import "testing"

func TestLabel(t *testing.T) {
	for want, path := range map[string][]string{
		"":         nil,
		"a":        {"a"},
		"a.b":      {"a", "b"},
		"a[*].b":   {"a", "*", "b"},
		"[*].b":    {"*", "b"},
		"a[*][*]":  {"a", "*", "*"},
		"a.b[*].c": {"a", "b", "*", "c"},
	} {
		if got := label(path); got != want {
			t.Errorf("%q: %s, want %s", path, got, want)
		}
	}
}
