package render

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// mostInLine is how many errors of an object fit into a line.
const mostInLine = 3

// Refusal is why an object is refused, for those that are refused alike: their kind, and what
// the errors say of which fields.
type Refusal struct {
	kind   string
	errors [mostInLine]WarningText
}

// RefusalOf returns that of an object that is refused for no more than a line can tell.
func RefusalOf(r *report.Result) (Refusal, bool) {
	errors := errorsOf(r)
	if len(errors) == 0 || len(errors) > mostInLine {
		return Refusal{}, false
	}
	of := Refusal{kind: r.Kind}
	for i, f := range errors {
		of.errors[i] = WarningText{f.Rule, withoutIndexes(f.Path), clip(f.Message) + f.Help}
	}
	return of, true
}

// errorsOf are the errors of an object, as long as they are not many more than fit into a line.
func errorsOf(r *report.Result) (errors []*report.Finding) {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == finding.Error && len(errors) <= mostInLine {
			errors = append(errors, f)
		}
	}
	return errors
}

// RefusedLine appends an object that is refused as others are, with all its errors, in one line
// that begins where the first of them is:
//
//	web.yaml:11: Widget "web" would be refused (update): spec.image: may not be removed once set
func (t *Text) RefusedLine(b *bytes.Buffer, r *report.Result) {
	errors, line := errorsOf(r), r.Line
	slices.SortStableFunc(errors, func(x, y *report.Finding) int { return x.Line - y.Line })
	if errors[0].Line > 0 {
		line = errors[0].Line
	}
	b.WriteString(t.place.Sprint(place(r.File, finding.Pos{Line: line}) + ":"))
	fmt.Fprintf(b, " %s %s would be %s%s", Escape(r.Kind), Escape(strconv.Quote(r.Name)), t.verdict(r), operation(r))
	for i, f := range errors {
		row, separator := t.findingRow(f), ": "
		if i > 0 {
			separator = "; "
		}
		b.WriteString(separator)
		if row.what != "" {
			b.WriteString(Escape(row.what))
			if row.line > 0 && row.line != line {
				fmt.Fprintf(b, " (line %d)", row.line)
			}
			b.WriteString(": ")
		}
		b.WriteString(oneLine(row.reason))
	}
	b.WriteByte('\n')
}
