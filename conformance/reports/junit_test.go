package reports

import (
	"cmp"
	"testing"

	"github.com/joshdk/go-junit"

	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/finding"
)

func TestJUnitIsReadBack(t *testing.T) {
	for command, want := range runs(t) {
		t.Run(command, func(t *testing.T) { readJUnitBack(t, want) })
	}
}

func readJUnitBack(t *testing.T, want run) {
	suites, err := junit.Ingest(written(t, render.JUnit, want))
	if err != nil {
		t.Fatal(err)
	}
	var totals junit.Totals
	for _, s := range suites {
		totals.Tests += s.Totals.Tests
		totals.Failed += s.Totals.Failed
		totals.Error += s.Totals.Error
		for _, c := range s.Tests {
			if c.Name == "" || c.Classname != s.Name || c.Duration != 0 {
				t.Errorf("case %q of %q in suite %q took %s", c.Name, c.Classname, s.Name, c.Duration)
			}
			if c.Status == junit.StatusFailed && c.Error.Error() == "" {
				t.Errorf("case %q of %q fails and does not say why", c.Name, s.Name)
			}
		}
	}
	// Every document is a case, and so is every file with findings of its own.
	if totals.Tests < len(want.Documents) || totals.Error != 0 {
		t.Errorf("%+v, want a test for each of %d documents", totals, len(want.Documents))
	}
	failing := map[[2]string]bool{}
	for i := range want.Findings {
		if f := &want.Findings[i]; f.Severity != finding.Info {
			failing[[2]string{f.File, cmp.Or(f.Object, f.CRD)}] = true
		}
	}
	if totals.Failed < len(failing) {
		t.Errorf("%d cases fail, want %d at the least", totals.Failed, len(failing))
	}
}
