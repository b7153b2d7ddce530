package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/editor"
)

// TestEditorsShowWhatTestPrints damages the suites of the examples line by line, opens them in the language server, and
// compares its diagnostics with the errors and failures of crdtool test for the same file.
func TestEditorsShowWhatTestPrints(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository(t), "examples"))); err != nil {
		t.Fatal(err)
	}
	writeIn(t, filepath.Join(dir, ".crdtool.yaml"), nil) // without a repository, it is the root of the project
	t.Chdir(dir)
	c := editor.Start(t, dir, "{}")
	compared := 0
	for _, name := range []string{"test/widgets.yaml", "test/objects/widgets.yaml"} {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(whole), "\n")
		for i, line := range lines {
			for _, other := range []string{"", strings.Replace(line, ":", "x:", 1), strings.Replace(line, ": ", ": x", 1)} {
				if other == line {
					continue
				}
				text := strings.Join(slices.Concat(lines[:i], []string{other}, lines[i+1:]), "")
				writeIn(t, name, []byte(text))
				c.Open(name, text)
				var shown []string
				for _, d := range c.Diagnostics(name) {
					if d.Code == "" || d.Code == "test-failed" || d.Code == "yaml-syntax" {
						first, _, _ := strings.Cut(d.Message, "\n")
						shown = append(shown, fmt.Sprintf("%d: %s", d.Range.Start.Line+1, first))
					}
				}
				c.Close(name)
				printed := testAnswers(t, dir, name)
				compared += len(printed)
				slices.Sort(shown)
				if !slices.Equal(shown, printed) {
					t.Errorf("%s, line %d as %q: an editor shows\n%s\ntest prints\n%s", name, i+1, other, strings.Join(shown, "\n"), strings.Join(printed, "\n"))
				}
			}
		}
	}
	t.Logf("%d errors and failures", compared)
}

// testAnswers returns the errors and failures that crdtool test prints about a file, with their lines, sorted.
func testAnswers(t *testing.T, dir, name string) []string {
	got := inProcess(t, dir, "test", "--format", "json", name)
	var out struct {
		Suites []struct {
			Tests []struct {
				Name     string
				Failures []struct {
					Line          int
					Expected, Got string
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &out); err != nil {
		t.Fatalf("%v\n%s%s", err, got.stdout, got.stderr)
	}
	var all []string
	for _, s := range out.Suites {
		for _, test := range s.Tests {
			for _, f := range test.Failures {
				all = append(all, fmt.Sprintf("%d: %s: expected %s, got %s", f.Line, test.Name, f.Expected, f.Got))
			}
		}
	}
	for line := range strings.Lines(got.stderr) {
		at, ok := strings.CutPrefix(strings.TrimSpace(line), "crdtool: "+name+":")
		if message, isPlaceless := strings.CutPrefix(at, " "); isPlaceless {
			at = "4: " + message // it is about the list of CRDs
		}
		if ok {
			all = append(all, at)
		}
	}
	slices.Sort(all)
	return all
}
