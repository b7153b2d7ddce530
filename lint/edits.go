package lint

import (
	"github.com/crdtool/crdtool/internal/edit"
	"github.com/crdtool/crdtool/internal/source"
)

// planned is what a fix is made from: the changes of a document, and then the
// edits of its text.
type planned struct {
	edit.Request
	edits []edit.Edit
}

// planFixes gives the fixes of a file their edits. What can't be made in its text
// is no fix.
func planFixes(f *source.File, found []Finding) {
	var requests []edit.Request
	var of []*Finding
	for i := range found {
		switch fix := found[i].Fix; {
		case fix == nil:
		case fix.plan.edits != nil:
			fix.place(f) // that of a comment, which no change of a document removes
		default:
			requests = append(requests, fix.plan.Request)
			of = append(of, &found[i])
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
		of[i].Fix.plan.edits = edits
		of[i].Fix.place(f)
	}
}

// place gives the planned edits their lines and columns.
func (fix *Fix) place(f *source.File) {
	for _, e := range fix.plan.edits {
		out := Edit{Text: e.Text}
		out.Line, out.Column = f.LineColumn(e.Start)
		out.EndLine, out.EndColumn = f.LineColumn(e.End)
		fix.Edits = append(fix.Edits, out)
	}
}

// dropPlans lets go of the documents: reports are kept, documents are not.
func dropPlans(found []Finding) {
	for i := range found {
		if fix := found[i].Fix; fix != nil {
			fix.plan = planned{}
		}
	}
}
