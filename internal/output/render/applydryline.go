package render

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// ObjectLine appends what becomes of an object to b in one line, with the number of
// fields that it loses and of the server's warnings:
//
//	web.yaml:1: Widget "web" would be created, 2 fields pruned
func (t *Text) ObjectLine(b *bytes.Buffer, r *report.Result) {
	b.WriteString(t.place.Sprint(place(r.File, finding.Pos{Line: r.Line}) + ":"))
	fmt.Fprintf(b, " %s %s would be %s%s%s\n", Escape(r.Kind), Escape(strconv.Quote(r.Name)), t.verdict(r), operation(r), losses(r))
}

// losses says what an object loses on its way, and how often the server warns of
// something else.
func losses(r *report.Result) string {
	var pruned, lost, nulls, forgiven, gone, over, kept, warnings int
	for i := range r.Trace {
		switch s := &r.Trace[i]; {
		case s.Stage == dryrun.Merge && s.Action == dryrun.Dropped:
			gone++
		case s.Stage == dryrun.Merge && s.Action == dryrun.Overwrote:
			over++
		case s.Stage == dryrun.Merge && s.Action == dryrun.Kept:
			kept++
		case s.Action == dryrun.Pruned:
			pruned++
		case s.Action == dryrun.Lost:
			lost++
		case s.Action == dryrun.Dropped && s.Stage == dryrun.Nulls:
			nulls++
		case s.Action == dryrun.Forgave:
			forgiven++
		}
	}
	for _, text := range r.APIServer.Warnings {
		if !inTrace(r, text, pruned > 0) {
			warnings++
		}
	}
	text := ""
	for _, loss := range nonZero(
		count{gone, "field", " removed"}, count{over, "field", " of others overwritten"}, count{kept, "field", " kept that the manifest does not have"},
		count{pruned, "field", " pruned"}, count{lost, "field", " lost in the storage version"}, count{nulls, "null", " removed"},
		count{forgiven, "error", " forgiven"}, count{warnings, "warning", ""},
	) {
		text += ", " + loss
	}
	return text
}
