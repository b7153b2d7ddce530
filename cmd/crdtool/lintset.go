package main

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/lint"
	"github.com/crdtool/crdtool/report"
)

// addSet takes in, behind all files, what their CRDs have shown together. As text
// it comes last; in reports it stands among the findings of its file.
func (o *lintOutput) addSet(set *lint.SetReport) error {
	if len(set.Findings) == 0 {
		return nil
	}
	var shown bytes.Buffer
	for i := range set.Findings {
		f := &set.Findings[i]
		o.totals.AddFinding(f)
		var line render.Lines
		if text := set.Line(f.File, f.Line); text != "" {
			line = keptLine(text)
		}
		if o.to.stdout == "text" && !o.statistics {
			o.text.Finding(&shown, f, line)
		}
		if o.to.saves("text") {
			o.plain.Finding(&o.saved, f, line)
		}
	}
	if o.statistics {
		o.counts.Add(set.Findings)
	}
	if o.to.reports() {
		o.report.Findings = append(o.report.Findings, set.Findings...)
		slices.SortStableFunc(o.report.Findings, func(a, b report.Finding) int {
			return cmp.Or(cmp.Compare(o.order[a.File], o.order[b.File]), report.ByPlace(a, b))
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
