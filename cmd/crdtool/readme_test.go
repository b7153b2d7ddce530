package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
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
	block := regexp.MustCompile("(?s)```\n\\$ crdtool (.*?)\n(.*?)```\n").FindStringSubmatchIndex(string(text))
	if block == nil {
		t.Fatal("README.md shows no command")
	}
	args, shown := string(text[block[2]:block[3]]), string(text[block[4]:block[5]])
	real := inProcess(t, repository(t), strings.Fields(args)...).stdout
	if took := regexp.MustCompile(`\d+ ms\)`); took.ReplaceAllString(real, "") == took.ReplaceAllString(shown, "") {
		return
	}
	if !*update {
		t.Fatalf("crdtool %s prints\n%s\nbut README.md shows\n%s\nto write it there: go test ./cmd/crdtool -run Readme -update", args, real, shown)
	}
	text = []byte(string(text[:block[4]]) + real + string(text[block[5]:]))
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
}
