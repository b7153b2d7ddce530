package kustomize

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestOriginOfMissing: a missing field leads to what removes it, or to the value that lacks it.
func TestOriginOfMissing(t *testing.T) {
	b, err := Build(filepath.Join("testdata", "overlays", "prod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ object, line, path, want string }{
		{"prod-desk", "spec:", "spec.notes", "prod/kustomization.yaml:20 path: /spec/notes"},
		{"prod-floor", "spec:", "spec.room", "prod/kustomization.yaml:28 room: null"},
		{"prod-desk", "spec:", "spec.size", "base/lamp.yaml:5 spec:"},
		{"prod-desk", "- length: 2", "spec.parts[0].count", "prod/kustomization.yaml:17 path: /spec/parts/0/length"},
		{"prod-wall", "spec:", "spec.size", "base/switch.json:5 \"spec\": {\"lamp\": \"desk\", \"room\": \"office\", \"poles\": [1, 2]}"},
		{"prod-floor", "dimmer:", "spec.dimmer.speed", "shared/dim.yaml:7 path: /spec/dimmer"},
		{"prod-desk", "apiVersion: example.com/v1", "", "base/lamp.yaml:1 apiVersion: example.com/v1"},
	} {
		line := lineOf(t, b, test.object, test.line)
		o := b.Origin(line, strings.Index(strings.Split(string(b.Text), "\n")[line-1], strings.TrimPrefix(test.line, "- "))+1, test.path)
		got := fmt.Sprintf("%s:%d %s", strings.TrimPrefix(filepath.ToSlash(o.File), "testdata/overlays/"), o.Line, strings.TrimPrefix(strings.TrimSpace(o.Source), "- "))
		if got != test.want || o.Kustomization != b.Dir || !o.First {
			t.Errorf("%s of %s leads to %s in %s, want %s", test.path, test.object, got, o.Kustomization, test.want)
		}
	}
}

// lineOf returns the number of a line of an object in the output.
func lineOf(t *testing.T, b *Built, object, text string) int {
	t.Helper()
	begins := 0
	lines := strings.Split(string(b.Text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "---") {
			begins = i + 1
		}
		if line != "  name: "+object {
			continue
		}
		for j := begins; j < len(lines); j++ {
			if strings.TrimSpace(lines[j]) == text {
				return j + 1
			}
		}
	}
	t.Fatalf("no line %q of %s in:\n%s", text, object, b.Text)
	return 0
}

// TestOriginInsideOfText: a place in a text leads to the same character of the text that it is a copy of.
func TestOriginInsideOfText(t *testing.T) {
	dir := write(t, map[string]string{
		"kustomization.yaml": "namePrefix: a-\nresources: [lamp.yaml]\n",
		"lamp.yaml":          "kind: Lamp\napiVersion: example.com/v1\nspec:\n    # of the lamp\n    rule: \"self.watts < 100 && self.colours == 'red'\"\n    notes: |\n        hangs above\n        the desk\nmetadata:\n    name: desk\n",
	})
	b, err := Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(b.Text), "\n")
	for _, test := range []struct{ line, part, want string }{
		{"  rule: self.watts < 100 && self.colours == 'red'", "colours", "5:37"},
		{"  rule: self.watts < 100 && self.colours == 'red'", "self.watts", "5:11"},
		{"    the desk", "desk", "8:13"},
	} {
		for i, line := range lines {
			if line == test.line {
				o := b.Origin(i+1, strings.Index(line, test.part)+1, "")
				if got := fmt.Sprintf("%d:%d", o.Line, o.Column); got != test.want || filepath.Base(o.File) != "lamp.yaml" {
					t.Errorf("%s leads to %s:%s, want %s", test.part, o.File, got, test.want)
				}
			}
		}
		if !strings.Contains(string(b.Text), test.line) {
			t.Errorf("no line %q in\n%s", test.line, b.Text)
		}
	}
}
