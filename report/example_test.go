package report_test

import (
	"encoding/json"
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/report"
)

// A check's finding knows paths; once it has its place, and the file is named, it
// is what a report lists.
func ExampleOf() {
	branches := finding.Root("spec", "oneOf")
	check := finding.Finding{
		Code: "repeated-branch", Severity: finding.Warning, Path: branches.Index(1),
		Message: "the branch says the same as an earlier one",
		Pos:     finding.Pos{Line: 9, Column: 5, EndLine: 9, EndColumn: 20},
		Related: []finding.Related{{
			Message: "the first of them", Path: branches.Index(0),
			Pos: finding.Pos{Line: 8, Column: 5, EndLine: 8, EndColumn: 20},
		}},
	}
	f := report.Of("widgets.yaml", &check)
	f.CRD = "widgets.example.com"
	text, err := json.Marshal(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text))

	var s report.Summary
	s.Count(&f)
	fmt.Println(s.Errors, s.Warnings)
	// Output:
	// {"rule":"repeated-branch","severity":"warning","message":"the branch says the same as an earlier one","file":"widgets.yaml","line":9,"column":5,"endLine":9,"endColumn":20,"crd":"widgets.example.com","version":"","path":"spec.oneOf[1]","serverPath":"","help":"","related":[{"message":"the first of them","file":"widgets.yaml","line":8,"column":5,"endLine":8,"endColumn":20,"path":"spec.oneOf[0]"}]}
	// 0 1
}
