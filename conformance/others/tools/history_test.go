package tools

import (
	"flag"
	"os"
	"strings"
	"testing"

	conformance "github.com/crdtool/crdtool/conformance/others"
	"github.com/crdtool/crdtool/internal/upgrading/others"
)

var historiesFlag = flag.String("histories", "", "folder of git repositories for TestHistories")

// TestHistories compares on changes that were released.
func TestHistories(t *testing.T) {
	dir := *historiesFlag
	if dir == "" {
		t.Skip("-histories names no folder of repositories")
	}
	pairs, err := histories(dir, 40)
	if err != nil {
		t.Fatal(err)
	}
	if len(pairs) < 500 {
		t.Errorf("only %d changed CRDs", len(pairs))
	}
	for _, tool := range others.Names() {
		compareAll(t, tool, pairs)
	}
}

// readKnown reads which changes differ, and why: a line for the change, and below it,
// indented, the reason.
func readKnown(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("known.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, name := map[string]string{}, ""
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "":
		case strings.HasPrefix(line, " "):
			all[name] += strings.TrimSpace(line) + " "
		default:
			name = strings.TrimSpace(line)
			all[name] = ""
		}
	}
	for name, reason := range all {
		if reason == "" {
			t.Errorf("known.txt: %s has no reason", name)
		}
	}
	return all
}

// compareAll compares a tool with its profile, and says how often they agree.
func compareAll(t *testing.T, tool string, pairs []pairOf) {
	t.Helper()
	known := readKnown(t)
	lines, failed, crashed, refused, byRun, differ, explained := 0, 0, 0, 0, 0, 0, 0
	for _, c := range pairs {
		s := others.Settings{}
		want := run(tool, s, c.old, c.new)
		if want.Crash != "" && tool == others.SchemaChecker {
			// It does on conditions without bounds; the other checks are compared.
			crashed++
			s.Checks = map[string]others.Level{"ConditionsMustHaveProperSSATags": others.Off}
			want = run(tool, s, c.old, c.new)
		}
		if want.Crash != "" {
			t.Errorf("%s: %s: it crashes: %s", tool, c.name, want.Crash)
			continue
		}
		got := conformance.Ours(tool, s, c.old, c.new)
		lines += len(want.Lines)
		if want.Failed {
			failed++
		}
		if reason, isKnown := known[tool+" "+c.name]; isKnown {
			if explained++; want.Equal(&got) {
				t.Errorf("%s: %s: there is no difference any more, which was because %s", tool, c.name, reason)
			}
			continue
		}
		if want.Equal(&got) {
			continue
		}
		switch {
		case tool == others.Crdify && chance(want.Difference(&got)):
			byRun++
		case tool == others.SchemaChecker && onlyCosts(want.Difference(&got)) && !conformance.Accepted(c.new):
			refused++
		default:
			if differ++; differ <= 20 {
				t.Errorf("%s: %s:\n%s", tool, c.name, want.Difference(&got))
			}
		}
	}
	t.Logf("%s: %d changes, %d lines, %d fail; differ: %d explained in known.txt, %d by the order of names or what is printed of a large schema, "+
		"%d in the rules of CRDs that the server refuses, %d others; the tool crashes on %d, compared without the check that does",
		tool, len(pairs), lines, failed, explained, byRun, refused, differ, crashed)
}

// chance reports whether all of a difference is by what known.txt says of crdify: new
// required fields between served versions that it reports again in another order, and
// changes without a check of their own that it prints as it printed the old ones.
func chance(difference string) bool {
	for line := range strings.Lines(difference) {
		between := strings.Contains(line, " -> ")
		if !between || !strings.HasPrefix(line, "- required ") && !strings.HasPrefix(line, "+ unhandled ") {
			return false
		}
	}
	return true
}

// onlyCosts reports whether a difference is in the costs of rules alone.
func onlyCosts(difference string) bool {
	for line := range strings.Lines(difference) {
		if !strings.Contains(line, "MustNotExceedCostBudget") {
			return false
		}
	}
	return true
}
