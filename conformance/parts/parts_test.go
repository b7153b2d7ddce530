package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPartsAreThere finds patches and guards that the sources have grown away
// from, before a long measurement does.
func TestPartsAreThere(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		if _, err := p.patched(root); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
		if lines, err := p.lines(root); err != nil || lines == 0 {
			t.Errorf("%s: %d lines, %v", p.name, lines, err)
		}
		if p.without == nil && p.because == "" || p.without != nil && len(p.works) == 0 {
			t.Errorf("%s: nothing says why it stays", p.name)
		}
		for _, guard := range p.guards {
			if folder, name, _ := strings.Cut(guard, " "); !declared(t, filepath.Join(root, folder), name) {
				t.Errorf("%s: there is no %s", p.name, guard)
			}
		}
	}
}

// declared reports whether a folder has a test.
func declared(t *testing.T, folder, test string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("func "+test+"(")) {
			return true
		}
	}
	return false
}

func TestFillKeepsRowsThatAreAlike(t *testing.T) {
	file := filepath.Join(t.TempDir(), "doc.md")
	row := func(name, percent string) string {
		return "| " + name + " | lib | 10 | " + percent + " % of work | `Test` |"
	}
	text := func(rows ...string) string {
		return "before\n" + begin + head + strings.Join(rows, "\n") + "\n" + end + "after\n"
	}
	if err := os.WriteFile(file, []byte(text(row("near", "20"), row("far", "20"), row("gone", "20"))), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := fill(file, []string{row("near", "15"), row("far", "30"), row("new", "5")}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := text(row("near", "20"), row("far", "30"), row("new", "5")); string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
