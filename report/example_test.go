package report_test

import (
	"encoding/json"
	"fmt"

	"github.com/crdtool/crdtool/report"
)

// A report lists findings, and counts them.
func ExampleFinding() {
	f := report.Finding{
		Rule: "repeated-branch", Code: "repeated-branch", Severity: report.Warning, Message: "the branch says the same as an earlier one",
		File: "widgets.yaml", Line: 9, Column: 5, EndLine: 9, EndColumn: 20, CRD: "widgets.example.com", Path: "spec.oneOf[1]",
		Related: []report.Related{{Message: "the first of them", File: "widgets.yaml", Line: 8, Column: 5, EndLine: 8, EndColumn: 20, Path: "spec.oneOf[0]"}},
	}
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
