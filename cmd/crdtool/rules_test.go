package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/linting/rules"
)

func TestRules(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name, args     string
		status         int
		stdout, stderr string
	}{
		{"the server's come last", "", 0, `(?s)^RULE +SEVERITY +PROFILE +TOPIC +FIX +WHAT IS FOUND\n.*\nfloat +warning +api-review +convention .*\nyaml-syntax +error +server +server +the file is not valid YAML\n$`, ""},
		{"a topic", "--topic server", 0, `(?s)^RULE .*\napi-approval `, ""},
		{"a page", "float", 0, `(?s)^float: field is a floating point number\n\nseverity  warning\nprofile   api-review\n.*\nBad:\n\n  ratio:\n.*\nGood:\n.*\.crdtool\.yaml:\n\n  rules:\n    float: off\n\n.*# crdtool:ignore float REASON\n$`, ""},
		{"a page about a change", "enum-narrowed", 0, `(?s)\nneeds     --old or --against, the stored CRD\n.*\nStored:\n`, ""},
		{"a page of the server's", "cel-cost", 0, `(?s)^cel-cost: .*\nIt is a check of the server, which cannot be disabled\.\n$`, ""},
		{"a page in Markdown", "float --format markdown", 0, "(?s)^# float\n\n\\*\\*Field is .*\nBad:\n\n```yaml\nratio:\n", ""},
		{"no such rule", "flaot", 2, "", `^crdtool: unknown rule "flaot"; did you mean "float"\?\n$`},
		{"one of several", "crd-copy", 2, "", `^crdtool: unknown rule "crd-copy"; did you mean "crd-copies"\?\n$`},
		{"nothing like it", "qqqqqqqqqq", 2, "", `^crdtool: unknown rule "qqqqqqqqqq"; crdtool rules lists them\n$`},
		{"two", "float scope", 2, "", `^crdtool: crdtool rules accepts one rule, got "float" and "scope"\n$`},
		{"no such topic", "--topic convetion", 2, "", `^crdtool: --topic "convetion": unknown value; did you mean "convention"\?\n$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := inProcess(t, dir, strings.Fields("rules "+c.args)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			match(t, "standard output", got.stdout, c.stdout)
			match(t, "standard error", got.stderr, c.stderr)
		})
	}
}

// listed returns the rules of crdtool rules with some flags.
func listed(t *testing.T, flags ...string) map[string]map[string]any {
	t.Helper()
	got := inProcess(t, t.TempDir(), append([]string{"rules", "--format", "json"}, flags...)...)
	var out struct {
		Rules []map[string]any
	}
	if err := json.Unmarshal([]byte(got.stdout), &out); err != nil {
		t.Fatalf("%v in %s", err, got.stdout)
	}
	byID := map[string]map[string]any{}
	for _, r := range out.Rules {
		byID[r["id"].(string)] = r
	}
	return byID
}

func TestRulesFilters(t *testing.T) {
	if got, want := len(listed(t)), len(rules.Documented()); got != want {
		t.Errorf("%d rules are listed, want %d", got, want)
	}
	if got, want := len(listed(t, "--profile", "server")), len(rules.ServerRules())+len(rules.CommentRules()); got != want {
		t.Errorf("%d rules are listed for the profile server, want %d", got, want)
	}
	of := listed(t, "--profile", "strict", "--topic", "upgrade")
	for id, r := range of {
		if r["topic"] != "upgrade" || r["profile"] != "default" && r["profile"] != "strict" {
			t.Errorf("%s is listed: %v", id, r)
		}
	}
	if len(of) != 2 || of["names-not-accepted"] == nil || of["version-may-be-stored"] == nil {
		t.Errorf("not the rules about what a cluster has alone, but %v", of)
	}
	if of := listed(t, "--topic", "upgrade"); of["rule-added"] == nil || of["enum-narrowed"] == nil {
		t.Errorf("rules of upgrades are missing from %v", of)
	}
}

// Every rule has text in every form.
func TestRulePages(t *testing.T) {
	for id, r := range listed(t) {
		for _, field := range []string{"title", "why", "severity", "profile", "topic", "url"} {
			if r[field] == "" {
				t.Errorf("%s has no %s", id, field)
			}
		}
	}
}

// docs/rules.md is what the command prints.
func TestRulesPageIsUpToDate(t *testing.T) {
	name := filepath.Join(repository(t), "docs", "rules.md")
	want := inProcess(t, t.TempDir(), "rules", "--format", "markdown").stdout
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) == want {
		return
	}
	if !*update {
		t.Fatal("docs/rules.md is not what the rules say of themselves; run: make docs")
	}
	if err := os.WriteFile(name, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Findings link to headings of docs/rules.md.
func TestRuleLinksLeadSomewhere(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository(t), "docs", "rules.md"))
	if err != nil {
		t.Fatal(err)
	}
	headings := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if heading, ok := strings.CutPrefix(line, "### "); ok {
			headings[strings.TrimSpace(heading)] = true
		}
	}
	for id, r := range listed(t) {
		if _, anchor, _ := strings.Cut(r["url"].(string), "#"); !headings[anchor] {
			t.Errorf("%s links to %s, which is no heading", id, r["url"])
		}
	}
}

func TestRulesCompletion(t *testing.T) {
	got := inProcess(t, t.TempDir(), "__complete", "rules", "").stdout
	if !strings.Contains(got, "float\tfield is a floating point number\n") || !strings.Contains(got, "yaml-syntax\t") {
		t.Errorf("got %s", got)
	}
	if got := inProcess(t, t.TempDir(), "__complete", "rules", "float", "").stdout; strings.Contains(got, "scope") {
		t.Errorf("a second rule is completed: %s", got)
	}
	if got := inProcess(t, t.TempDir(), "__complete", "lint", "--output", "sa").stdout; !strings.Contains(got, "sarif=\n") {
		t.Errorf("formats are not completed: %s", got)
	}
}
