package lint

import (
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/report"
)

// fixPlan holds the changes that a fix requests in a document, and the planned edits of its text.
type fixPlan struct {
	edit.Request
	edits []edit.Edit
	// inGo is the same change in the Go types that generate the CRD; nil if the fix changes the document.
	inGo  *gotypes.Plan
	types *gotypes.CRD
}

// planFixes plans the edits of the fixes of a file. A fix that the text does not allow is dropped.
func planFixes(f *source.File, found []draft) {
	var requests []edit.Request
	var of []*draft
	for i := range found {
		switch d := &found[i]; {
		case d.Fix == nil:
		case d.plan.edits != nil:
			d.place(f) // removes a comment: its edits are planned already
		default:
			requests = append(requests, d.plan.Request)
			of = append(of, d)
		}
	}
	if len(requests) == 0 {
		return
	}
	for i, edits := range edit.Plan(f, requests) {
		if edits == nil {
			of[i].Fix = nil
			continue
		}
		of[i].plan.edits = edits
	}
	dropWrongPlans(of)
	for _, d := range of {
		if d.Fix != nil {
			d.place(f)
		}
	}
}

// place adds the planned edits to the fix, with lines and columns.
func (d *draft) place(f *source.File) {
	if d.plan.inGo != nil {
		for _, e := range d.plan.inGo.Edits() {
			d.Fix.Edits = append(d.Fix.Edits, report.Edit{File: e.File, Line: e.Line, Column: e.Column, EndLine: e.EndLine, EndColumn: e.EndColumn, Text: e.Text})
		}
		return
	}
	for _, e := range d.plan.edits {
		out := report.Edit{Text: e.Text}
		out.Line, out.Column = f.LineColumn(e.Start)
		out.EndLine, out.EndColumn = f.LineColumn(e.End)
		d.Fix.Edits = append(d.Fix.Edits, out)
	}
}
