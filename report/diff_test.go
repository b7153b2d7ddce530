package report_test

import (
	"testing"

	"github.com/crdtool/crdtool/report"
)

// TestDiffSummaryOfCopies: a CRD of which there are several copies counts once, by the worst
// verdict.
func TestDiffSummaryOfCopies(t *testing.T) {
	var s report.DiffSummary
	for _, c := range []report.CRDDiff{
		{Name: "a", Verdict: "patch", OldFile: "f", NewFile: "f"}, {Name: "b", Verdict: "minor", NewFile: "f"}, {Name: "c", OldFile: "f", NewFile: "f"},
		{Name: "a", Verdict: "major", OldFile: "g", NewFile: "g"}, {Name: "b", Verdict: "patch", NewFile: "g"}, {Name: "a", Verdict: "minor", OldFile: "h", NewFile: "h"},
		{Name: "d", Verdict: "major", OldFile: "f"},
	} {
		s.Add(&c)
	}
	if s.CRDs != 4 || s.Major != 2 || s.Minor != 1 || s.Patch != 0 || s.Unchanged != 1 || s.Added != 1 || s.Removed != 1 || s.Verdict != "major" {
		t.Errorf("got %+v", s)
	}
}
