package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the real output into README.md")

// The output that README.md shows is what the command prints, but for the time
// it takes.
func TestReadmeShowsRealOutput(t *testing.T) {
	skipOnWindows(t, "paths are printed with backslashes")
	file := filepath.Join(repository(t), "README.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```\n\\$ crdtool (.*?)\n(.*?)```\n").FindAllStringSubmatchIndex(string(text), -1)
	if len(blocks) < 2 {
		t.Fatalf("README.md shows %d commands", len(blocks))
	}
	for _, block := range slices.Backward(blocks) { // those before stay where they are
		text = checkReadme(t, file, text, block)
	}
}

// checkReadme runs the command of a block of README.md, and returns the text as it is then.
func checkReadme(t *testing.T, file string, text []byte, block []int) []byte {
	t.Helper()
	args, shown := string(text[block[2]:block[3]]), string(text[block[4]:block[5]])
	real := inProcess(t, repository(t), strings.Fields(args)...).stdout
	if took := regexp.MustCompile(`\d+ ms\)`); took.ReplaceAllString(real, "") == took.ReplaceAllString(shown, "") {
		return text
	}
	if !*update {
		t.Errorf("crdtool %s prints\n%s\nbut README.md shows\n%s\nto write it there: go test ./cmd/crdtool -run Readme -update", args, real, shown)
		return text
	}
	text = []byte(string(text[:block[4]]) + real + string(text[block[5]:]))
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return text
}

// TestPagesShowRealOutput holds the output that pages of docs/ show of a command on the examples to
// what it prints, but for the time it takes. A page may stop before the end, and a line of three
// dots stands for any lines.
func TestPagesShowRealOutput(t *testing.T) {
	skipOnWindows(t, "paths are printed with backslashes")
	pages, err := filepath.Glob(filepath.Join(repository(t), "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```\n\\$ crdtool ([^\n]*examples/[^\n]*)\n(.*?)```\n")
	duration := regexp.MustCompile(`\d+ ms\)`)
	commands := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range shown.FindAllStringSubmatch(string(text), -1) {
			commands++
			got := inProcess(t, repository(t), strings.Fields(m[1])...)
			printed := duration.ReplaceAllString(got.stdout+got.stderr, "ms)")
			want := regexp.QuoteMeta(duration.ReplaceAllString(m[2], "ms)"))
			want = strings.ReplaceAll(want, `\.\.\.`+"\n", "(?s:.*)")
			if m[2] != "" && !regexp.MustCompile("^"+want).MatchString(printed) {
				t.Errorf("%s: crdtool %s prints\n%s", filepath.Base(page), m[1], printed)
			}
		}
	}
	if commands < 8 {
		t.Errorf("only %d commands found", commands)
	}
}
