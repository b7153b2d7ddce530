package others

import (
	"os"
	"slices"
	"testing"

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

// compareAll compares a tool with its profile, and says how often they agree.
func compareAll(t *testing.T, tool string, pairs []pairOf) {
	t.Helper()
	lines, failed, crashed, differ := 0, 0, 0, 0
	for _, c := range pairs {
		want, got := run(tool, c.old, c.new), ours(tool, c.old, c.new)
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
		if !slices.Equal(want.Lines, got.Lines) || want.Failed != got.Failed {
			if differ++; differ <= 20 {
				t.Errorf("%s: %s:\n%s", tool, c.name, difference(want.Lines, got.Lines))
			}
		}
	}
	t.Logf("%s: %d changes, %d lines, %d fail, the tool crashes on %d, %d differ", tool, len(pairs), lines, failed, crashed, differ)
}
