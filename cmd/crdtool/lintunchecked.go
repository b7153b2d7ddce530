package main

import (
	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/lint"
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

// before writes the lines that stand before a finding, by its index, each with the index of the last
// finding of its CRD: who leaves that out leaves the line out, too. The index is -1 if there is none.
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
