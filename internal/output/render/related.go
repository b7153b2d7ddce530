package render

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// relatedShown is how many places that have to do with a finding are shown; a rule that reads the same field in all
// rules of a schema would fill a screen.
const relatedShown = 5

// related appends the places that have to do with a finding: what is there, and
// the line itself if the lines are at hand.
//
//	= the first of them:
//	  |
//	9 |   - required: [git]
//	  |     ^^^^^^^^^^^^^^^
//	= gadgets.yaml:7:5: the same name
func (t *Text) related(b *bytes.Buffer, f *report.Finding, lines Lines, gutter int) {
	for i := range f.Related {
		if i == relatedShown && len(f.Related) > relatedShown+1 {
			note(b, gutter, "and at "+prose.Count(len(f.Related)-i, "place")+" more (--format json lists all)")
			return
		}
		r := &f.Related[i]
		if o := r.Origin; o != nil && o.First {
			switch {
			case f.Origin != nil && f.Origin.Pos() == o.Pos() && f.Origin.File == o.File:
				note(b, gutter, r.Message)
			case f.Origin != nil && f.Origin.File == o.File:
				note(b, gutter, r.Message+":")
				t.snippet(b, originLine{o}, o.Pos(), gutter, t.colour(f.Severity))
			default:
				note(b, gutter, place(o.File, o.Pos())+": "+r.Message)
			}
			continue
		}
		if r.File != f.File || lines == nil || r.Line < 1 || f.Origin != nil && f.Origin.First {
			note(b, gutter, place(r.File, r.Pos())+": "+r.Message)
			continue
		}
		if r.Pos() == f.Pos() {
			note(b, gutter, r.Message)
			continue
		}
		note(b, gutter, r.Message+":")
		t.snippet(b, lines, r.Pos(), gutter, t.colour(f.Severity))
	}
}
