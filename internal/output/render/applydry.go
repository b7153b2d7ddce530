package render

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// Object appends what becomes of an object to b, a blank line behind it if there
// is more to say than the verdict:
//
//	web.yaml:1: Widget "web" would be refused (update)
//	  pruned    spec.replica         line 9   no such field; did you mean "replicas"?
//	  default   spec.port = 8080              from widgets.yaml:52
//	  error     spec.image           line 11  may not be removed once set
//	     |
//	  11 |   image: ""
//	     |          ^^ rule at widgets.yaml:61: !has(oldSelf.image) || has(self.image)
//	     = server: spec.image: Invalid value: "": may not be removed once set
//
// The lines are those of the object's file.
func (t *Text) Object(b *bytes.Buffer, r *report.Result, lines Lines) {
	b.WriteString(t.place.Sprint(place(r.File, finding.Pos{Line: r.Line}) + ":"))
	fmt.Fprintf(b, " %s %s would be %s%s\n", Escape(r.Kind), Escape(strconv.Quote(r.Name)), t.verdict(r), operation(r))

	rows := t.steps(r)
	limit := NewLimit(t.Most)
	limit.ofObject = true
	for i := range r.Findings {
		if limit.Take(&r.Findings[i]) {
			rows = append(rows, t.findingRow(&r.Findings[i]))
		}
	}
	for _, line := range limit.Rest() {
		rows = append(rows, objectRow{label: line})
	}
	if len(r.APIServer.Causes) == 0 && !r.APIServer.Accepted {
		if last := len(rows) - 1; last >= 0 && rows[last].reason == strings.TrimSpace(r.APIServer.Message) {
			rows = rows[:last] // it says no more
		}
		rows = append(rows, t.answerRow(r))
	}
	if len(rows) == 0 {
		return
	}
	w, g := measure(rows), gutter(r)
	for i := range rows {
		t.row(b, &rows[i], w)
		if f := rows[i].finding; f != nil {
			t.objectSnippet(b, f, lines, g)
		}
	}
	b.WriteByte('\n')
}

// answerRow is the server's whole answer where it gives no causes.
func (t *Text) answerRow(r *report.Result) objectRow {
	text := fmt.Sprintf("%d: %s", r.APIServer.Code, strings.TrimSpace(r.APIServer.Message))
	for i := range r.Findings {
		if r.Findings[i].Later {
			text += "; the server stops here, and reports the other errors once this is fixed"
			break
		}
	}
	return objectRow{label: "server", reason: text, colour: t.severity[finding.Error]}
}

// verdict is coloured by what it means.
func (t *Text) verdict(r *report.Result) string {
	if r.Verdict == report.Refused {
		return t.severity[finding.Error].Sprint(string(r.Verdict))
	}
	return string(r.Verdict)
}

// operation says what was tried where the verdict does not.
func operation(r *report.Result) string {
	switch {
	case r.Operation == dryrun.UpdateStatus, r.Operation == dryrun.ApplyStatus, r.Operation == dryrun.PatchStatus:
		return " (status)"
	case r.Operation == dryrun.UpdateScale:
		return " (scale)"
	case r.Operation == dryrun.DeleteOp && r.Verdict == report.Updated:
		return " (and deleted once its finalizers are gone)"
	case r.Verdict == report.Refused:
		return " (" + string(r.Operation) + ")"
	}
	return ""
}

// objectRow is one line of an object's trace.
type objectRow struct {
	label, what string
	line        int
	place       string // instead of the line, for a place in another file
	reason      string
	colour      *color.Color
	finding     *report.Finding
}

// steps returns the rows of the trace, and those of warnings that the trace does
// not tell.
func (t *Text) steps(r *report.Result) []objectRow {
	refused := map[string]bool{}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Rule == "unknown-field" {
			refused[f.Path] = true
		}
	}
	noStatus := neverHadStatus(r)
	var rows []objectRow
	pruned := false
	for i := range r.Trace {
		s := &r.Trace[i]
		if s.Action == dryrun.Pruned {
			pruned = true
		}
		if refused[s.Path] && (s.Action == dryrun.Pruned || s.Action == dryrun.Dropped) {
			continue // stands among the errors
		}
		if noStatus && s.Path == "status" {
			continue
		}
		if s.Action == dryrun.Skipped && r.Verdict == report.Refused && (s.Stage == dryrun.Evaluate || r.APIServer.Code == http.StatusNotFound) {
			continue // stands among the errors, too
		}
		row := objectRow{label: label(s), what: what(s), line: s.Line, reason: s.Reason}
		if s.Stage == dryrun.Merge && (s.Action == dryrun.Dropped || s.Action == dryrun.Overwrote) {
			row.colour = t.severity[finding.Warning] // nobody may have meant that
		}
		if s.SchemaFile != "" {
			from := fmt.Sprintf("from %s:%d", s.SchemaFile, s.SchemaLine)
			switch {
			case s.Action == dryrun.Defaulted && !strings.HasPrefix(s.Reason, "null"):
				row.reason = from
			case s.Action == dryrun.Defaulted:
				row.reason = "null in a field that is not nullable; " + from
			case s.Action == dryrun.Forgave, s.Stage == dryrun.Merge:
				row.reason += fmt.Sprintf(" (%s:%d)", s.SchemaFile, s.SchemaLine)
			}
		}
		rows = append(rows, row)
	}
	for _, text := range r.APIServer.Warnings {
		if !inTrace(r, text, pruned) {
			rows = append(rows, objectRow{label: "warning", reason: text, colour: t.severity[finding.Warning]})
		}
	}
	return rows
}

// neverHadStatus reports a default for status that is dropped again, with the
// status that is not written here: nobody asked for either.
func neverHadStatus(r *report.Result) bool {
	set := false
	for i := range r.Trace {
		if s := &r.Trace[i]; s.Path == "status" && s.Action == dryrun.Defaulted {
			set = true
		}
	}
	return set
}

// inTrace reports whether the trace says what a warning of the server says.
func inTrace(r *report.Result, warning string, pruned bool) bool {
	if pruned && code.UnknownFieldWarning(warning) {
		return true
	}
	for i := range r.Trace {
		s := &r.Trace[i]
		if s.Stage == dryrun.Evaluate && s.Action == dryrun.Forgave && strings.HasSuffix(warning, strings.TrimSuffix(s.Reason, dryrun.Unchanged)) {
			return true
		}
	}
	return false
}

// label is the first word of a row.
func label(s *report.Step) string {
	switch s.Action {
	case dryrun.Dropped:
		if s.Stage == dryrun.Nulls {
			return "null"
		}
		return "dropped"
	case dryrun.Defaulted:
		return "default"
	case dryrun.Forgave:
		return "forgiven"
	case dryrun.Skipped:
		return "note"
	case dryrun.Warned:
		return "kubectl"
	}
	return string(s.Action)
}

// what names the place, and the value if it is there now, or went from there unasked.
func what(s *report.Step) string {
	if s.Value == nil {
		return s.Path
	}
	switch s.Action {
	case dryrun.Dropped:
		if s.Stage == dryrun.Merge {
			return s.Path + " = " + brief(s.Value) // an index alone does not tell which item
		}
	case dryrun.Defaulted, dryrun.Coerced, dryrun.Kept, dryrun.SetBy, dryrun.Overwrote:
		return s.Path + " = " + brief(s.Value)
	case dryrun.Forgave:
		return s.Path + " " + brief(s.Value)
	}
	return s.Path
}

// brief is a value as JSON, cut to what a row has room for.
func brief(v any) string {
	const most = 40
	if s, ok := v.(string); ok && s != "" && len(s) <= most && plain(s) && !strings.ContainsAny(s, "\" ") {
		return s
	}
	return cutRunes(prose.JSON(v), most)
}

// findingRow is the row of an error.
func (t *Text) findingRow(f *report.Finding) objectRow {
	reason, _, _ := strings.Cut(clip(f.Message), "\n")
	if f.Help != "" {
		reason += "; " + f.Help
	}
	row := objectRow{
		label: f.Severity.String(), what: f.Path, line: f.Line, reason: reason,
		colour: t.colour(f.Severity), finding: f,
	}
	if o := f.Origin; o != nil && o.First {
		row.place = place(o.File, o.Pos())
	}
	return row
}

// at returns the place of a row; "" if it is about the whole object.
func (r *objectRow) at() string {
	switch {
	case r.place != "":
		return r.place
	case r.line > 0:
		return fmt.Sprintf("line %d", r.line)
	}
	return ""
}

// widths are the columns of an object's rows.
type widths struct{ label, what, line int }

// maxWhat is how wide the column of places may become; longer ones push the
// rest of their own row to the right.
const maxWhat = 48

func measure(rows []objectRow) widths {
	var w widths
	for i := range rows {
		r := &rows[i]
		if r.what != "" || r.reason != "" {
			w.label = max(w.label, len(r.label))
		}
		if n := utf8.RuneCountInString(Escape(r.what)); n <= maxWhat {
			w.what = max(w.what, n)
		}
		w.line = max(w.line, utf8.RuneCountInString(r.at()))
	}
	return w
}

func (t *Text) row(b *bytes.Buffer, r *objectRow, w widths) {
	name := fmt.Sprintf("%-*s", w.label, r.label)
	if r.colour != nil {
		name = r.colour.Sprint(name)
	}
	what := Escape(r.what)
	what += strings.Repeat(" ", max(0, w.what-utf8.RuneCountInString(what)))
	text := "  " + name
	if r.what == "" && r.line == 0 {
		w.what, w.line = 0, 0 // about the object as a whole
	}
	if w.what > 0 {
		text += "  " + what
	}
	if w.line > 0 {
		text += fmt.Sprintf("  %-*s", w.line, r.at())
	}
	first, more, _ := strings.Cut(clip(r.reason), "\n")
	b.WriteString(strings.TrimRight(text+"  "+Escape(first), " ") + "\n")
	if more == "" {
		return
	}
	for line := range strings.Lines(more) { // of the server's words
		b.WriteString(strings.TrimRight(strings.Repeat(" ", 4+w.label)+Escape(strings.TrimRight(line, "\n")), " ") + "\n")
	}
}

// gutter is the room for line numbers, the same for all snippets of an object.
func gutter(r *report.Result) int {
	most := 0
	for i := range r.Findings {
		most = max(most, r.Findings[i].Line)
		if o := r.Findings[i].Origin; o != nil && o.First {
			most = max(most, o.Line)
		}
	}
	return max(4, len(strconv.Itoa(most)))
}

// objectSnippet shows the line of an error, what in the CRD it follows from, and
// the server's words.
func (t *Text) objectSnippet(b *bytes.Buffer, f *report.Finding, lines Lines, gutter int) {
	pos := f.Pos()
	if o := f.Origin; o != nil && o.First {
		lines, pos = originLine{o}, o.Pos()
	}
	if lines != nil && f.Line > 0 && (f.Path != "" || apply.IsRule(f)) {
		t.snippet(b, lines, pos, gutter, t.colour(f.Severity))
		if from := origin(f); from != "" {
			b.Truncate(b.Len() - 1)
			b.WriteString(" " + Escape(clip(from)) + "\n")
		}
	}
	if f.Severity != finding.Info && f.ServerMessage != "" && f.ServerPath != "" && f.ServerMessage != f.Message {
		note(b, gutter, "server: "+f.ServerPath+": "+f.ServerMessage)
	}
	if f.Source != "" {
		note(b, gutter, "source: "+f.Source)
	}
}

// origin names the rule or the keyword in Go and in the CRD.
func origin(f *report.Finding) string {
	if f.SchemaFile == "" {
		return ""
	}
	text, more, _ := strings.Cut(strings.TrimSpace(f.SchemaText), "\n")
	if more != "" {
		text += " " + ellipsis
	}
	at := fmt.Sprintf("%s:%d", f.SchemaFile, f.SchemaLine)
	if o := f.SchemaOrigin; o != nil && o.First {
		at = fmt.Sprintf("%s:%d (%s)", o.File, o.Line, at)
	}
	if apply.IsRule(f) {
		return "rule at " + at + ": " + text
	}
	return "set at " + at + ": " + text
}
