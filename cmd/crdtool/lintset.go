package main

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/output/render"
)

// addSet adds the findings about the set of CRDs, after all files. As text they come last; reports sort them
// among the findings of their files.
func (o *lintOutput) addSet(set *lint.SetReport) error {
	if err := o.flush(); err != nil || len(set.Findings) == 0 {
		return err
	}
	var shown bytes.Buffer
	for i := range set.Findings {
		f := &set.Findings[i]
		if set.Missing(f) {
			o.totals.AddElsewhere(f)
		} else {
			o.totals.AddFinding(f)
		}
		o.failed = o.failed || o.fails(f)
		var line render.Lines
		if text := set.Line(f.File, f.Line); text != "" {
			line = keptLine(text)
		}
		if o.to.stdout == "text" && !o.statistics {
			o.text.Finding(&shown, f, line)
		}
		if line != nil && o.to.showHTML() {
			o.snippets.AddLine(f, line)
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
		o.order.Sort(o.report.Findings)
	}
	_, err := o.stdout.Write(shown.Bytes())
	return unwritten(err)
}

// keptLine is the line of a finding, kept when the text of the file is released.
type keptLine string

// Line returns the line, whatever its number.
func (l keptLine) Line(int) string { return string(l) }
