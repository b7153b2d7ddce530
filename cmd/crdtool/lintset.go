package main

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/lint"
)

// addSet takes in, behind all files, what their CRDs have shown together. As text
// it comes last; in reports it stands among the findings of its file.
func (o *lintOutput) addSet(found []lint.SetFinding) error {
	if len(found) == 0 {
		return nil
	}
	var set lint.FileReport
	var shown bytes.Buffer
	for i := range found {
		f := &found[i]
		o.totals.AddFinding(&f.Finding)
		set.Findings = append(set.Findings, f.Finding)
		var line render.Lines
		if f.Text != "" {
			line = keptLine(f.Text)
		}
		if o.to.stdout == "text" && !o.statistics {
			o.text.Finding(&shown, &f.Finding, line)
		}
		if o.to.saves("text") {
			o.plain.Finding(&o.saved, &f.Finding, line)
		}
	}
	if o.statistics {
		o.counts.Add(&set)
	}
	if o.to.reports() {
		o.report.Findings = append(o.report.Findings, set.Findings...)
		slices.SortStableFunc(o.report.Findings, func(a, b lint.Finding) int {
			return cmp.Or(cmp.Compare(o.order[a.File], o.order[b.File]), lint.ByPlace(a, b))
		})
	}
	_, err := o.stdout.Write(shown.Bytes())
	return unwritten(err)
}

// follow notes that a file comes behind those that were added before.
func (o *lintOutput) follow(r *lint.FileReport) {
	if o.order == nil {
		o.order = map[string]int{}
	}
	for i := range r.Findings {
		o.order[r.Findings[i].File] = o.totals.Files
	}
	for i := range r.Documents {
		o.order[r.Documents[i].File] = o.totals.Files
	}
}

// keptLine is the one line of a file that is left of it when the set is judged.
type keptLine string

// Line returns the line, for whatever number: there is no other.
func (l keptLine) Line(int) string { return string(l) }
