package render

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/prose"
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
	var b strings.Builder
	for _, part := range [...]struct {
		n          int
		noun, what string
	}{
		{gone, "field", " removed"}, {over, "field", " of others overwritten"}, {kept, "field", " kept that the manifest does not have"},
		{pruned, "field", " pruned"}, {lost, "field", " lost in the storage version"}, {nulls, "null", " removed"},
		{forgiven, "error", " forgiven"}, {warnings, "warning", ""},
	} {
		if part.n > 0 {
			b.WriteString(", " + prose.Count(part.n, part.noun) + part.what)
		}
	}
	return b.String()
}
