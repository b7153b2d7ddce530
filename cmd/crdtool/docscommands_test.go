package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

var fence = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```")

// Every command line that the documentation has is of a command that exists, with
// flags that exist, and its YAML can be read.
func TestDocumentationSnippets(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(repository(t), "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, page := range append(pages, filepath.Join(repository(t), "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		base := filepath.Base(page)
		for _, block := range fence.FindAllStringSubmatch(string(text), -1) {
			if block[1] == "yaml" && base != "rules.md" { // whose examples are bad on purpose
				var v any
				if err := yaml.Unmarshal([]byte(block[2]), &v); err != nil {
					t.Errorf("%s: %v in:\n%s", base, err, block[2])
				}
			}
			for line := range strings.Lines(block[2]) {
				if words := commandWords(line); words != nil {
					commands++
					checkCommand(t, base, words)
				}
			}
		}
		for _, inline := range regexp.MustCompile("`(crdtool [a-z][^`\n]*)`").FindAllStringSubmatch(fence.ReplaceAllString(string(text), ""), -1) {
			commands++
			checkCommand(t, base, commandWords(inline[1]))
		}
	}
	if commands < 20 {
		t.Errorf("only %d command lines found", commands)
	}
}

var commandStart = regexp.MustCompile(`(?:^|[|:(;&'"] *|^[-$ ]+|entry: |run: )crdtool ([a-z-]+(?: .*)?)$`)

// commandWords returns the words behind crdtool in a line that runs it, or nil.
func commandWords(line string) []string {
	m := commandStart.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return nil
	}
	rest := regexp.MustCompile(` [|>#].*$|[)'"].*$`).ReplaceAllString(m[1], "")
	return strings.Fields(rest)
}

func checkCommand(t *testing.T, page string, words []string) {
	t.Helper()
	root := newRoot()
	root.InitDefaultHelpCmd() // as Execute does
	cmd, rest, err := root.Find(words)
	if err != nil || cmd == cmd.Root() {
		t.Errorf("%s: crdtool %s: no such command", page, strings.Join(words, " "))
		return
	}
	for _, w := range rest {
		name, _, _ := strings.Cut(w, "=")
		switch long, isLong := strings.CutPrefix(name, "--"); {
		case name == "-" || name == "--" || !strings.HasPrefix(name, "-"):
		case long == "help", isLong && cmd.Flags().Lookup(long) != nil:
		case !isLong && len(name) == 2 && cmd.Flags().ShorthandLookup(name[1:]) != nil:
		default:
			t.Errorf("%s: crdtool %s: no such flag %s", page, strings.Join(words, " "), w)
		}
	}
}
