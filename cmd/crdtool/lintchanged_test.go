package main

import (
	"strings"
	"testing"
)

// TestLintLeavesBreaksToDiff: lint reports what the server refuses in a change, and names the diff command
// that reports what the change breaks.
func TestLintLeavesBreaksToDiff(t *testing.T) {
	dir := folder(t, map[string]string{
		"a b/new.yaml": colour("things", "{type: integer}"),
		"old.yaml":     colour("things", "{type: string}"),
		"same.yaml":    strings.Replace(colour("things", "{type: string}"), "versions:", "conversion: {strategy: None}\n  versions:", 1),
		"refused.yaml": strings.Replace(colour("things", "{type: string}"), "scope: Namespaced", "scope: Cluster", 1),
		"other.yaml":   colour("things", "{type: string}") + "---\n" + colour("gadgets", "{type: string}"),
	})
	const leads = "; to see what the change breaks, run: crdtool "
	for _, c := range []struct {
		name   string
		args   []string
		status int
		text   string // in the output
		leads  bool
	}{
		{"a field of another type", []string{"lint", "--old", "old.yaml", "a b/new.yaml"}, exitClean, "1 CRD differs from the stored one" + leads + "diff old.yaml 'a b/new.yaml'\n", true},
		{"in the profile of a review", []string{"lint", "--profile", "api-review", "--old", "old.yaml", "a b/new.yaml"}, exitClean, "[integer-format]", true},
		{"enabled by its name", []string{"lint", "--enable", "type-changed", "--old", "old.yaml", "a b/new.yaml"}, exitFindings, "[type-changed]", true},
		{"what the server refuses", []string{"lint", "--old", "old.yaml", "refused.yaml"}, exitFindings, "[immutable]", true},
		{"no change but a default", []string{"lint", "--old", "old.yaml", "same.yaml"}, exitClean, "no findings", false},
		{"a CRD that is gone", []string{"lint", "--old", "other.yaml", "-"}, exitClean, "1 CRD differs from the stored one" + leads + "diff other.yaml -\n", true},
		{"in silence", []string{"lint", "-q", "--old", "old.yaml", "a b/new.yaml"}, exitClean, "", false},
		{"the reader's", []string{"lint", "-o", "json", "--old", "old.yaml", "a b/new.yaml"}, exitClean, `"changed": 1`, false},
		{"what diff says", []string{"diff", "old.yaml", "a b/new.yaml"}, exitFindings, "major", false},
	} {
		cmd := crdtool(t, dir, c.args...)
		cmd.Stdin = strings.NewReader(colour("things", "{type: string}"))
		got := finish(t, cmd)
		if got.status != c.status || !strings.Contains(got.stdout, c.text) || strings.Contains(got.stdout, leads) != c.leads {
			t.Errorf("%s: status %d:\n%s%s", c.name, got.status, got.stdout, got.stderr)
		}
	}

	committed(t, dir)
	change(t, dir+"/old.yaml", "type: string", "type: integer")
	got := inProcess(t, dir, "lint", "--no-config", "--against", "HEAD~0", "old.yaml")
	if got.status != exitClean || !strings.Contains(got.stdout, leads+"diff --against 'HEAD~0' old.yaml\n") {
		t.Errorf("--against: status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
}
