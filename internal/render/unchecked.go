package render

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/report"
)

var uncheckedWords = map[report.Unchecked]string{
	report.NamesUnchecked:    "names",
	report.SchemasUnchecked:  "schemas",
	report.DefaultsUnchecked: "defaults",
	report.RulesUnchecked:    "CEL rules",
	report.CostsUnchecked:    "their costs",
	report.LintUnchecked:     "crdtool's own rules",
}

// Unchecked is a line of text that says what of a CRD was not checked, and why; "" if all was.
func Unchecked(d *report.Document) string {
	if len(d.NotChecked) == 0 {
		return ""
	}
	words := make([]string, len(d.NotChecked))
	for i, u := range d.NotChecked {
		words[i] = uncheckedWords[u]
		if u != report.CostsUnchecked && slices.Contains(d.NotCheckedInPart, u) {
			words[i] = "some " + words[i]
		}
	}
	what, of := prose.And(words), "this CRD"
	if d.Name != "" {
		of = clip(d.Name)
	}
	return Escape(d.File+": "+what+" are not checked until the errors of "+of+" are fixed") + "\n\n"
}

// withUnchecked returns a report with a note for each CRD of which not everything was checked, for formats
// that have findings alone.
func withUnchecked(r *report.Report) *report.Report {
	notes := *r
	notes.Findings = slices.Clip(r.Findings)
	for i := range r.Documents {
		d := &r.Documents[i]
		if text := Unchecked(d); text != "" {
			notes.Findings = append(notes.Findings, report.Finding{
				Rule: string(code.NotChecked), Code: report.Code(code.NotChecked), Severity: finding.Info,
				Message: strings.TrimPrefix(strings.TrimSpace(text), Escape(d.File)+": "), CRD: d.Name,
				File: d.File, Line: d.Line, Column: 1, EndLine: d.Line, EndColumn: 1,
			})
		}
	}
	return &notes
}
