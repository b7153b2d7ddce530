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
		"":         "",
	} {
		if got := Name(word, known); got != want {
			t.Errorf("Name(%q) = %q, want %q", word, got, want)
		}
	}
}
