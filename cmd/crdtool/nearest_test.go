package main

import "testing"

func TestNearest(t *testing.T) {
	candidates := []string{"strict", "warn", "ignore"}
	for word, want := range map[string]string{
		"strict": "strict", "Strict": "strict", "strct": "strict", "wran": "warn", "ignroe": "ignore",
		"": "", "x": "", "error": "", "warrant": "",
	} {
		if got := nearest(word, candidates); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "acb", 1},
		{"kitten", "sitting", 3}, {"é", "e", 1},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
