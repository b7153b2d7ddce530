package finding_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Whose words a finding has depends on who says it.
func TestReportTakesTheWords(t *testing.T) {
	at := finding.Root("spec")
	for _, c := range []struct {
		f                               finding.Finding
		message, server, path, atServer string
	}{
		{finding.Required("r", at, "no spec"), "Required value: no spec", "Required value: no spec", "spec", "spec"},
		{finding.Finding{Path: at, Message: "ours"}, "ours", "", "spec", ""},
		{finding.Finding{Path: at, Detail: "a warning"}, "a warning", "a warning", "spec", ""},
		{finding.Finding{Message: "ours", Detail: "a warning"}, "ours", "a warning", "", ""},
	} {
		f := c.f.Report("a.yaml")
		if f.Message != c.message || f.ServerMessage != c.server || f.Path != c.path || f.ServerPath != c.atServer || f.File != "a.yaml" {
			t.Errorf("got %+v, want %+v", f, c)
		}
	}
}
