package main

import (
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/report"
)

// uncheckedLines are the lines that say what of the CRDs of a file was not checked. Each stands
// behind the findings of its CRD.
type uncheckedLines struct {
	findings []report.Finding
	docs     []report.Document // whose lines were not written yet
}

func newUncheckedLines(r *lint.FileReport) *uncheckedLines {
	return &uncheckedLines{findings: r.Findings, docs: r.Documents}
}

// before calls write with each line that stands before the finding next. The index is that of the last
// finding of the line's CRD, or -1 without one: a line is omitted together with that finding.
func (u *uncheckedLines) before(next int, write func(index int, text string)) {
	for len(u.docs) > 0 {
		if next < len(u.findings) && (len(u.docs) == 1 || u.findings[next].Line < u.docs[1].Line) {
			return // the finding is of this CRD, or of none
		}
		d := &u.docs[0]
		u.docs = u.docs[1:]
		if text := render.Unchecked(d); text != "" {
			index := next - 1
			if index >= 0 && u.findings[index].Line < d.Line {
				index = -1
			}
			write(index, text)
		}
	}
}
