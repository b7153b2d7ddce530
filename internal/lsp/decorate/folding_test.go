package decorate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

func TestFolds(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"mappings and items", "a:\n  b:\n    c: 1\n  d: 2\nlist:\n- x: 1\n  y: 2\n- z\n", "0-3 1-2 4-7 5-6"},
		{"a description", "a:\n  description: |-\n    one\n\n    - two\n      # three\n  type: string\n", "0-6 1-5c"},
		{"a plain description", "description:\n  one\n  two\n", "0-2c"},
		{"comments", "# a\n# b\n\n# c\na: 1\n", "0-3c"},
		{"documents", "a: 1\nb: 2\n---\nc:\n  d: 1\n\n---\ne: 1\n", "0-1 3-4"},
		{"unfinished", "a:\n  b: \"x\n  c\n d:\n   e", "0-4 3-4"},
		{"JSON", "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": \"{[\"\n}\n", "0-5 1-3"},
		{"unfinished JSON", "{\n  \"a\": [\n    1,\n", ""},
		{"Windows", "a:\r\n  b: 1\r\n  c: 2\r\n", "0-2"},
		{"empty", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range Folds([]byte(c.text)) {
				text := fmt.Sprintf("%d-%d", f.Start, f.End)
				if f.IsComment {
					text += "c"
				}
				got = append(got, text)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%v, want %s", got, c.want)
			}
		})
	}
}

// TestFoldsNest tries files of the corpus, and damaged ones: folds begin and end on lines with content, and two of them
// are apart or one is within the other.
func TestFoldsNest(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev", "*", "*", "*.yaml"))
	if len(files) == 0 {
		t.Skip("the corpus is absent")
	}
	random := rand.New(rand.NewPCG(3, 4))
	count := 0
	for _, name := range sweep.Part(20, files) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			count += checkFolds(t, name, text)
			from := random.IntN(len(text))
			to := min(len(text), from+random.IntN(40))
			text = append(append([]byte{}, text[:from]...), text[to:]...)
		}
	}
	t.Logf("%d folds", count)
}

func checkFolds(t *testing.T, name string, text []byte) int {
	lines := strings.Split(string(text), "\n")
	folds := Folds(text)
	var around []Fold
	for _, f := range folds {
		if f.Start < 0 || f.End <= f.Start || f.End >= len(lines) || strings.TrimSpace(lines[f.Start]) == "" || strings.TrimSpace(lines[f.End]) == "" {
			t.Fatalf("%s: fold of lines %d to %d", name, f.Start, f.End)
		}
		for len(around) > 0 && around[len(around)-1].End < f.Start {
			around = around[:len(around)-1]
		}
		if n := len(around); n > 0 && f.End > around[n-1].End {
			t.Fatalf("%s: fold of lines %d to %d crosses that of %d to %d", name, f.Start, f.End, around[n-1].Start, around[n-1].End)
		}
		around = append(around, f)
	}
	return len(folds)
}
