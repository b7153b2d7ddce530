package nearest

import "testing"

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
