package report_test

import (
	"testing"

	"github.com/crdtool/crdtool/report"
)

// A count that Add forgets is one that the last line of a run is wrong about.
func TestSummaryAddsAllCounts(t *testing.T) {
	one := report.Summary{
		Files: 1, CRDs: 2, Refused: 3, Skipped: 4, Ignored: 5, Errors: 6, Warnings: 7, Fixable: 8, Fixed: 9,
		Objects: 10, Created: 11, Updated: 12, Unchanged: 13, WithoutCRD: 14, Untried: 15, BuiltIn: 16, Other: 17,
		Breaking: 18, Known: 19,
	}
	sum := one
	sum.Add(one)
	want := report.Summary{
		Files: 2, CRDs: 4, Refused: 6, Skipped: 8, Ignored: 10, Errors: 12, Warnings: 14, Fixable: 16, Fixed: 18,
		Objects: 20, Created: 22, Updated: 24, Unchanged: 26, WithoutCRD: 28, Untried: 30, BuiltIn: 32, Other: 34,
		Breaking: 36, Known: 38,
	}
	if sum != want {
		t.Errorf("got %+v, want %+v", sum, want)
	}
}

func TestSummaryCounts(t *testing.T) {
	var s report.Summary
	for _, f := range []report.Finding{
		{Severity: report.Error, Fix: new(report.Fix)}, {Severity: report.Warning, Breaking: true}, {Severity: report.Info, Breaking: true},
	} {
		s.Count(&f)
	}
	if want := (report.Summary{Errors: 1, Warnings: 1, Breaking: 1, Fixable: 1}); s != want {
		t.Errorf("got %+v, want %+v", s, want)
	}
}

func TestTitle(t *testing.T) {
	for want, d := range map[string]report.Document{
		"widgets.example.com": {Name: "widgets.example.com"},
		"Widget default/web":  {Kind: "Widget", Namespace: "default", Name: "web"},
		"Cluster main":        {Kind: "Cluster", Name: "main"},
	} {
		if got := d.Title(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
