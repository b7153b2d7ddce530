package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestDocs(t *testing.T) {
	dir := folder(t, map[string]string{
		"one.yaml":    crd("things"),
		"two.yaml":    strings.Replace(crd("others"), "kind: Thing", "kind: Other", 1),
		"object.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
		"broken.yaml": "a: [1, 2\nb: 3\n",
		"name.yaml":   strings.Replace(crd("things"), "name: things.example.com", "name: ../../evil", 1),
	})
	for _, c := range []struct {
		name, args, stdin string
		status            int
		stdout, stderr    string // patterns; empty: nothing is printed there
	}{
		{name: "markdown", args: "one.yaml", stdout: "(?s)# Thing\n.*\\*\\*`spec`\\*\\* string \\(date\\)\n.*A minimal manifest.*A full manifest.*  name: example\nspec: \"?2025-01-31"},
		{name: "html", args: "--format html one.yaml", stdout: `(?s)^<!DOCTYPE html>.*<h2>Thing .*</html>\n$`},
		{name: "several", args: "one.yaml two.yaml", stdout: `(?s)^# Custom resources of example.com\n.*# Other\n.*# Thing\n`},
		{name: "title", args: "--title A&B one.yaml two.yaml", stdout: `(?s)^# A&amp;B\n`},
		{name: "no samples", args: "--no-samples one.yaml", stdout: `(?s)^.*string \(date\)\n\n$`},
		{name: "standard input", args: "-", stdin: crd("things"), stdout: `# Thing`},
		{name: "no CRD", args: "object.yaml", status: 2, stderr: `^crdtool: no CustomResourceDefinition found in 1 file\n$`},
		{name: "not YAML", args: "broken.yaml", status: 2, stderr: `^crdtool: broken.yaml:\d+: `},
		{name: "unknown format", args: "--format htm one.yaml", status: 2, stderr: `did you mean "html"\?`},
		{name: "anchors are names", args: "--out out name.yaml", status: 2, stderr: `cannot be used as a file name`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := inProcessWith(t, dir, c.stdin, append([]string{"docs"}, strings.Fields(c.args)...)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			matches(t, "standard output", got.stdout, c.stdout)
			matches(t, "standard error", got.stderr, c.stderr)
		})
	}
}

// matches checks a text against a pattern, of which the empty one is for no text.
func matches(t *testing.T, what, text, pattern string) {
	t.Helper()
	if pattern == "" {
		pattern = "^$"
	}
	if !regexp.MustCompile(pattern).MatchString(text) {
		t.Errorf("%s is\n%s\nwhich does not match %s", what, text, pattern)
	}
}

func TestDocsOut(t *testing.T) {
	dir := folder(t, map[string]string{
		"one.yaml": crd("things"),
		"two.yaml": strings.Replace(crd("others"), "kind: Thing", "kind: Other", 1),
	})
	for _, c := range []struct {
		args  string
		files []string
	}{
		{"--format html --out html", []string{"html/index.html"}},
		{"--out deep/md", []string{"deep/md/README.md", "deep/md/others.example.com.md", "deep/md/things.example.com.md"}},
	} {
		got := inProcess(t, dir, append([]string{"docs", "one.yaml", "two.yaml"}, strings.Fields(c.args)...)...)
		if got.status != exitClean || got.stdout != "" || !strings.Contains(got.stderr, "written to") {
			t.Errorf("%s: exit status %d, %q, %q", c.args, got.status, got.stdout, got.stderr)
		}
		for _, name := range c.files {
			if text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err != nil || len(text) == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	index, err := os.ReadFile(filepath.Join(dir, "deep", "md", "README.md"))
	if err != nil || !strings.Contains(string(index), "[Thing](things.example.com.md)") {
		t.Errorf("README.md: %v\n%s", err, index)
	}
}
