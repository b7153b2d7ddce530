package tools

import (
	"os"
	"strings"
	"testing"

	conformance "github.com/crdtool/crdtool/conformance/others"
	"github.com/crdtool/crdtool/internal/others"
)

// TestHistories compares on changes that were released. CRDTOOL_HISTORIES names a folder
// of git repositories.
func TestHistories(t *testing.T) {
	dir := os.Getenv("CRDTOOL_HISTORIES")
	if dir == "" {
		t.Skip("CRDTOOL_HISTORIES names no folder of repositories")
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
	lines, failed, crashed, differ, explained := 0, 0, 0, 0, 0
	for _, c := range pairs {
		want, got := run(tool, others.Settings{}, c.old, c.new), conformance.Ours(tool, others.Settings{}, c.old, c.new)
		if want.Crash != "" {
			crashed++
			if !got.Failed {
				t.Errorf("%s: %s: it crashes, which fails, and the profile passes: %s", tool, c.name, want.Crash)
			}
			continue
		}
		lines += len(want.Lines)
		if want.Failed {
			failed++
		}
		agrees := func() bool { return want.Equal(&got) }
		for range 40 {
			if agrees() || tool != others.Crdify {
				break
			}
			want = run(tool, others.Settings{}, c.old, c.new) // it answers otherwise from run to run
		}
		if reason, isKnown := known[c.name]; isKnown && tool == others.Crdify {
			if explained++; agrees() {
				t.Errorf("%s: %s: there is no difference any more, which was because %s", tool, c.name, reason)
			}
			continue
		}
		if !agrees() {
			if differ++; differ <= 20 {
				t.Errorf("%s: %s:\n%s", tool, c.name, want.Difference(&got))
			}
		}
	}
	t.Logf("%s: %d changes, %d lines, %d fail, the tool crashes on %d, %d differ and are explained in known.txt, %d others differ", tool, len(pairs), lines, failed, crashed, explained, differ)
}
