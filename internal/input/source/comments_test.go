package source

import (
	"bytes"
	"testing"
)

func TestMayHaveComments(t *testing.T) {
	for text, want := range map[string]bool{
		"a: 1\nb: |\n  # text\nc: '#'\nd: a#b\n": false,
		"---\na: 1\n---\nb: 2\n":                 false,
		"# c\na: 1\n":                            true,
		"a: 1 # c\n":                             true,
		"a: # c\n  b: 1\n":                       true,
		"a:\n- # c\n  b\n":                       true,
		"a: | # c\n  text\n":                     true,
		"a: 'x' # c\n":                           true,
		"a: x\n  y # c\n":                        true,
		"a: [1] # c\n":                           true,
		"a: [1, # c\n  2]\n":                     true,
		"a: 1\n# c":                              true,
		"--- # c\na: 1\n":                        true,
		"a: 1\n---\n# c\n---\nb: 1\n":            true,
		"a: 1\n...\n# c\n":                       true,
		"a: &x 1 # c\n":                          true,
		"a: 1\n---\nb: !t 1 # c\n":               true,
	} {
		if got := Read("a.yaml", []byte(text)).MayHaveComments(); got != want {
			t.Errorf("%q: got %t, want %t", text, got, want)
		}
	}
}

// TestMayHaveCommentsEverywhere puts a comment at the end of every line at which YAML
// takes one: none is overlooked.
func TestMayHaveCommentsEverywhere(t *testing.T) {
	const text = "a: 1\nb:\n- x\n-\n  y: 'z'\nc: {d: e}\nf: |\n  text\ng: h\n  i\nj:\n"
	for at := range len(text) {
		if text[at] != '\n' || bytes.Contains([]byte(text[:at]), []byte("|\n")) && !bytes.Contains([]byte(text[:at]), []byte("g: ")) {
			continue // within the text, it is no comment
		}
		if with := text[:at] + " # c" + text[at:]; !Read("a.yaml", []byte(with)).MayHaveComments() {
			t.Errorf("%q has a comment", with)
		}
	}
	if Read("a.yaml", []byte(text)).MayHaveComments() {
		t.Error("there is no comment")
	}
}
