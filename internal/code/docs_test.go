package code_test

import (
	"os"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/code"
)

// Reports about objects link to the table in docs/apply-dry.md.
func TestObjectChecksAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/apply-dry.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## Findings\n")
	section, _, closed := strings.Cut(section, "\n## ")
	if !ok || !closed {
		t.Fatal("docs/apply-dry.md has no section for findings")
	}
	for _, c := range code.ObjectChecks() {
		if row := "| `" + c.ID + "` | " + c.Title + " |\n"; !strings.Contains(section, row) {
			t.Errorf("docs/apply-dry.md lacks %s", row)
		}
	}
	if got := strings.Count(section, "\n| `"); got != len(code.ObjectChecks()) {
		t.Errorf("docs/apply-dry.md has %d checks, want %d", got, len(code.ObjectChecks()))
	}
}
