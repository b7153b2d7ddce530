package repository_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^):]*\.md)?(#[a-z0-9-]+)?\)`)
	heading = regexp.MustCompile("(?m)^#+ (.*)$")
	nameful = regexp.MustCompile("[^a-z0-9 _-]")
)

// TestLinksLeadSomewhere follows the links from one page of the documentation to another:
// the file is there, and so is the heading.
func TestLinksLeadSomewhere(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	read := func(name string) (string, bool) {
		if text, ok := texts[name]; ok {
			return text, true
		}
		text, err := os.ReadFile(name)
		texts[name] = string(text)
		return texts[name], err == nil
	}
	headings := map[string]map[string]bool{}
	followed := 0
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md") {
		text, ok := read(page)
		if !ok {
			t.Fatalf("%s cannot be read", page)
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to := page
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(page), m[1])
			} else if m[2] == "" {
				continue
			}
			there, ok := read(to)
			if ok && m[2] != "" && headings[to] == nil {
				headings[to] = anchors(there)
			}
			followed++
			if !ok {
				t.Errorf("%s: there is no %s", page, to)
			} else if m[2] != "" && !headings[to][m[2][1:]] {
				t.Errorf("%s: there is no %s in %s", page, m[2], to)
			}
		}
	}
	if followed < 100 {
		t.Errorf("only %d links", followed)
	}
}

// anchors are the names that GitHub gives to headings.
func anchors(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		names[strings.ReplaceAll(nameful.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	return names
}
