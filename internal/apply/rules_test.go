package apply_test

import (
	"os"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/apply"
)

// Reports link to the table in docs/apply-dry.md.
func TestRulesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/apply-dry.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## Findings\n")
	section, _, closed := strings.Cut(section, "\n## ")
	if !ok || !closed {
		t.Fatal("docs/apply-dry.md has no section for findings")
	}
	for _, r := range apply.Rules() {
		if row := "| `" + r.ID + "` | " + r.Title + " |\n"; !strings.Contains(section, row) {
			t.Errorf("docs/apply-dry.md lacks %s", row)
		}
	}
	if got := strings.Count(section, "\n| `"); got != len(apply.Rules()) {
		t.Errorf("docs/apply-dry.md has %d rules, want %d", got, len(apply.Rules()))
	}
}
