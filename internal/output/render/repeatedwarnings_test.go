package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// TestAlike: of warnings that say the same of the same place some are shown and the others
// counted; errors and what says something else all pass, and all does with 0.
func TestAlike(t *testing.T) {
	const most, files = 3, 10
	a, all := NewRepeatedWarnings(most), NewRepeatedWarnings(0)
	shown := map[string]int{}
	for i := range files {
		for name, f := range map[string]report.Finding{
			"a warning":      {Rule: "dropped-value", Severity: finding.Warning, Path: fmt.Sprintf("spec.versions[%d].served", i), Message: "has no effect"},
			"another place":  {Rule: "dropped-value", Severity: finding.Warning, Path: "spec.scope", Message: "has no effect"},
			"an error":       {Rule: "names", Severity: finding.Error, Path: "spec.names", Message: "is missing"},
			"something else": {Rule: "dropped-value", Severity: finding.Info, Path: "spec.group", Message: fmt.Sprintf("%d has no effect", i)},
		} {
			if a.Take(WarningTextOf(&f)) {
				shown[name]++
			}
			if !all.Take(WarningTextOf(&f)) {
				t.Errorf("%s is not shown with 0", name)
			}
		}
	}
	if want := map[string]int{"a warning": most, "another place": most, "an error": files, "something else": files}; fmt.Sprint(shown) != fmt.Sprint(want) {
		t.Errorf("shown are %v, not %v", shown, want)
	}
	rest := a.Rest()
	if want := "… and 7 more: has no effect [dropped-value] (--max-findings 0 lists all)"; strings.Join(rest, "\n") != want+"\n"+want || all.Rest() != nil {
		t.Errorf("%q and %q", rest, all.Rest())
	}
}
