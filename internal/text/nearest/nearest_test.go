package nearest

import (
	"fmt"
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	known := []string{"replicas", "image", "port", "ports", "size"}
	for word, want := range map[string]string{
		"replica":  "replicas",
		"relpicas": "replicas",
		"Replicas": "replicas",
		"imgae":    "image",
		"prot":     "port",
		"colour":   "",
		"x":        "",
		"prt":      "port",
		"tot":      "",
		"":         "",
	} {
		if got := Name(word, known); got != want {
			t.Errorf("Name(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestNameOfAChoice(t *testing.T) {
	choices := []string{"strict", "warn", "ignore"}
	for word, want := range map[string]string{
		"Strict": "strict", "strct": "strict", "wran": "warn", "ignroe": "ignore",
		"": "", "x": "", "error": "", "warrant": "",
	} {
		if got := Name(word, choices); got != want {
			t.Errorf("Name(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "ABC", 0}, {"abc", "acb", 1},
		{"kitten", "sitting", 3}, {"é", "e", 1},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// A budget ends the same way each time, and what it has found before is as without.
func TestBudget(t *testing.T) {
	var candidates []string
	for i := range 2000 {
		candidates = append(candidates, fmt.Sprintf("somewhat-long-name-%d", i))
	}
	found := func() int {
		var b Budget
		n := 0
		for i := range 200 {
			if b.Name(fmt.Sprintf("somewhat-logn-name-%d", i), candidates) != "" {
				n++
			}
		}
		if !b.Spent() {
			t.Error("200 names among 2000 leave something of the budget")
		}
		return n
	}
	first := found()
	if first == 0 || first == 200 || first != found() {
		t.Errorf("%d names are found, and then %d", first, found())
	}
	var b Budget
	if near := b.Name(strings.Repeat("a", 100_000), []string{strings.Repeat("a", 99_999)}); near != "" {
		t.Error("names of 100,000 letters are compared")
	}
}

// Short words of ASCII are compared another way than others. A character in front of
// both changes nothing.
func TestDistanceOfASCII(t *testing.T) {
	words := []string{"", "a", "ab", "ba", "abc", "acb", "ABD", "maxLength", "maxLenght", "minLength", "x-kubernetes-list-type",
		strings.Repeat("ab", smallWord/2), strings.Repeat("ab", smallWord)}
	for _, a := range words {
		for _, b := range words {
			want := Distance("é"+a, "é"+b)
			if got := Distance(a, b); got != want {
				t.Errorf("Distance(%q, %q) = %d, want %d", a, b, got, want)
			}
			if got := Slip(a, b); got != (want <= 1) {
				t.Errorf("Slip(%q, %q) = %v at distance %d", a, b, got, want)
			}
		}
	}
}
