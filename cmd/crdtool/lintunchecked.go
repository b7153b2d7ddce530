package main

import (
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/report"
)

// uncheckedLines writes which parts of the CRDs in a file were not checked, after the findings of each CRD.
type uncheckedLines struct {
	findings []report.Finding
	docs     []report.Document // documents without a written line
}

func newUncheckedLines(r *lint.FileReport) *uncheckedLines {
	return &uncheckedLines{findings: r.Findings, docs: r.Documents}
}

// before calls write with each line that comes before the finding next. The index is the last finding of the
// line's CRD, or -1: the line is omitted together with that finding.
func (u *uncheckedLines) before(next int, write func(index int, text string)) {
	for len(u.docs) > 0 {
		if next < len(u.findings) && (len(u.docs) == 1 || u.findings[next].Line < u.docs[1].Line) {
			return // the finding belongs to this CRD, or to none
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
