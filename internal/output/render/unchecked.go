package render

import (
	"slices"

	"github.com/crdtool/crdtool/internal/text/prose"
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
