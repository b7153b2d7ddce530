package render

import (
	"reflect"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

func TestLine(t *testing.T) {
	for _, c := range []struct {
		totals Totals
		took   time.Duration
		want   string
	}{
		{
			Totals{Summary: report.Summary{Files: 9, CRDs: 14, Errors: 2}, Affected: 1}, 38 * time.Millisecond,
			"2 errors in 1 of 14 CRDs (9 files, 38 ms)",
		},
		{
			Totals{Summary: report.Summary{Files: 9, CRDs: 14}}, 38 * time.Millisecond,
			"no findings in 14 CRDs (9 files, 38 ms)",
		},
		{
			Totals{Summary: report.Summary{Files: 1, CRDs: 1, Errors: 1, Warnings: 1, Skipped: 1}, Affected: 1}, 0,
			"1 error and 1 warning in 1 of 1 CRD (1 file, 1 other document skipped, 0 ms)",
		},
		{
			Totals{Summary: report.Summary{Files: 2, CRDs: 3, Errors: 2, Warnings: 3, Skipped: 3}, Notes: 1, Affected: 2, Elsewhere: 1}, 12345 * time.Millisecond,
			"2 errors, 3 warnings and 1 note in 2 of 3 CRDs and in 1 other file (2 files, 3 other documents skipped, 12.3 s)",
		},
		{
			Totals{Summary: report.Summary{Files: 2, Errors: 1}, Elsewhere: 1}, 0,
			"1 error, no CustomResourceDefinition found (2 files, 0 ms)",
		},
		{
			Totals{Summary: report.Summary{Files: 2, CRDs: 5, Errors: 1}, Elsewhere: 1}, 0,
			"1 error beside 5 CRDs (2 files, 0 ms)",
		},
		{
			Totals{Summary: report.Summary{Files: 2, Skipped: 3}}, time.Millisecond,
			"no findings, no CustomResourceDefinition found (2 files, 3 other documents skipped, 1 ms)",
		},
	} {
		if got := c.totals.Line(c.took); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestTotalsAdd(t *testing.T) {
	var totals Totals
	for _, file := range []string{"1.yaml", "2.yaml"} {
		totals.Add(&lint.FileReport{
			Summary: report.Summary{Files: 1, CRDs: 3, Errors: 3},
			Findings: []report.Finding{
				{File: file, CRD: "a.example.com"}, {File: file, CRD: "a.example.com"}, {File: file, CRD: "b.example.com"},
				{File: file, Severity: finding.Info},
			},
		})
	}
	totals.Add(&lint.FileReport{
		Summary:   report.Summary{Files: 1, CRDs: 1, Errors: 1},
		Documents: []report.Document{{}},
		Findings:  []report.Finding{{}},
	})
	totals.AddFinding(&report.Finding{File: "1.yaml", CRD: "b.example.com"})
	totals.AddFinding(&report.Finding{File: "1.yaml", CRD: "c.example.com", Severity: finding.Warning})
	want := Totals{Summary: report.Summary{Files: 3, CRDs: 7, Errors: 8, Warnings: 1}, Notes: 2, Affected: 6, Elsewhere: 2}
	want.affected = totals.affected
	if !reflect.DeepEqual(totals, want) {
		t.Errorf("got %+v, want %+v", totals, want)
	}
}
