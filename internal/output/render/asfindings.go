package render

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/report"
)

// asFindings returns a report in which findings alone say what text and JSON say beside them: which
// template a document was rendered from, and what of a CRD was not checked.
func asFindings(r *report.Report) *report.Report {
	out := *r
	out.Findings = slices.Clone(r.Findings)
	for i := range out.Findings {
		if f := &out.Findings[i]; f.Source != "" {
			f.Message += " (rendered from " + f.Source + ")"
			f.Source = ""
		}
	}
	for i := range r.Documents {
		d := &r.Documents[i]
		if text := Unchecked(d); text != "" {
			out.Findings = append(out.Findings, report.Finding{
				Rule: string(code.NotChecked), Code: report.Code(code.NotChecked), Severity: finding.Info,
				Message: strings.TrimPrefix(strings.TrimSpace(text), Escape(d.File)+": "), CRD: d.Name,
				File: d.File, Line: d.Line, Column: 1, EndLine: d.Line, EndColumn: 1,
			})
		}
	}
	return &out
}
