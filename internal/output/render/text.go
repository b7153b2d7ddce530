// Package render writes findings: as text with the line in question for people,
// and as JSON for programs.
package render

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// Text writes findings for people, one block each:
//
//	widgets.yaml:18:17: error: "type" is missing on field spec.size [structural-type]
//	     |
//	  18 |               size:
//	     |               ^^^^
//	     = what is at a related place:
//	     |
//	  12 |               ...
//	     |               ^^^
//	     = server: spec.validation...: Required value: must not be empty for specified object fields
//	     = help: add: type: integer
//
// The same findings always give the same bytes.
type Text struct {
	// Most is how many findings of one code at one place of an object are shown; 0
	// for all.
	Most int

	place    *color.Color
	severity [3]*color.Color
}

// NewText returns a writer of text. With colour, the place, the severity and
// the caret are marked, and nothing else.
func NewText(coloured bool) *Text {
	t := &Text{place: color.New(color.Bold)}
	t.severity[finding.Error] = color.New(color.FgRed, color.Bold)
	t.severity[finding.Warning] = color.New(color.FgYellow, color.Bold)
	t.severity[finding.Info] = color.New(color.FgCyan, color.Bold)
	for _, c := range append(t.severity[:], t.place) {
		if coloured {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return t
}

// Finding appends the block of one finding to b, a blank line behind it. The
// lines are those of the finding's file; without them, or without a position,
// the block has no snippet.
func (t *Text) Finding(b *bytes.Buffer, f *report.Finding, lines Lines) {
	file, pos, origin := f.File, f.Pos(), f.Origin
	if origin != nil && !origin.First {
		origin = nil
	}
	if origin != nil {
		file, pos = origin.File, origin.Pos()
	}
	said, more, _ := strings.Cut(clip(headline(f)), "\n")

	b.WriteString(t.place.Sprint(place(file, pos) + ":"))
	b.WriteByte(' ')
	b.WriteString(t.colour(f.Severity).Sprint(f.Severity.String() + ":"))
	b.WriteByte(' ')
	b.WriteString(Escape(said))
	if f.Rule != "" {
		b.WriteString(" [" + f.Rule + "]")
	}
	if f.FieldsOnly {
		b.WriteString(" (fields only)")
	}
	b.WriteByte('\n')

	gutter := gutterWidth(f)
	switch {
	case origin != nil:
		t.snippet(b, originLine{origin}, pos, gutter, t.colour(f.Severity))
	case lines != nil && pos.Line > 0:
		t.snippet(b, lines, pos, gutter, t.colour(f.Severity))
	}
	if more != "" {
		note(b, gutter, more)
	}
	t.related(b, f, lines, gutter)
	if origin != nil {
		note(b, gutter, madeAt(origin)+": "+place(f.File, f.Pos())+generatedBy(origin))
	}
	if server := serverNote(f); server != "" {
		note(b, gutter, "server: "+server)
	}
	if f.Source != "" {
		note(b, gutter, "source: "+f.Source)
	}
	if f.Help != "" {
		note(b, gutter, helpNote(f.Help))
	}
	if f.Fix != nil {
		note(b, gutter, "fix: "+f.Fix.Title+" (--fix)")
	}
	if more := also(f); more != "" {
		note(b, gutter, more)
	}
	b.WriteByte('\n')
}

func (t *Text) colour(s finding.Severity) *color.Color {
	if int(s) < len(t.severity) {
		return t.severity[s]
	}
	return t.severity[finding.Info]
}

// place is the form that editors and terminals make a link of.
func place(file string, pos finding.Pos) string {
	s := Escape(file)
	if pos.Line > 0 {
		s += ":" + strconv.Itoa(pos.Line)
		if pos.Column > 0 {
			s += ":" + strconv.Itoa(pos.Column)
		}
	}
	return s
}

// headline is our own sentence, or else the server's, which does not name the
// field by itself; nor does our own about an object.
func headline(f *report.Finding) string {
	switch {
	case f.Path != "" && !ours(f):
		return f.Path + ": " + f.ServerMessage
	case f.Path != "" && f.Object != "":
		return f.Path + ": " + f.Message // which is about the value there
	}
	return cmp.Or(f.Message, f.ServerMessage)
}

// ours tells whether the finding says more than the server's words.
func ours(f *report.Finding) bool { return f.Message != "" && f.Message != f.ServerMessage }

// serverNote is what people paste into a search: the server's path and words,
// less what the headline has shown already.
func serverNote(f *report.Finding) string {
	switch {
	case f.ServerMessage == "" || f.Severity == finding.Info:
		return ""
	case ours(f) && f.ServerPath != "":
		return f.ServerPath + ": " + f.ServerMessage
	case ours(f):
		return f.ServerMessage
	case f.ServerPath != "" && f.ServerPath != f.Path:
		return "reported at " + f.ServerPath
	}
	return ""
}

// fitsWith begins a help that is itself a statement, as the remedies for a
// rule's cost are.
const fitsWith = "fits with: "

func helpNote(help string) string {
	if strings.HasPrefix(help, fitsWith) {
		return help
	}
	return "help: " + help
}

// gutterWidth is the room for line numbers: four digits, or more if the finding
// or a related place stands further down.
func gutterWidth(f *report.Finding) int {
	last := f.Line
	if o := f.Origin; o != nil && o.First {
		last = o.Line
	}
	for i := range f.Related {
		r := f.Related[i]
		relocate(&r)
		last = max(last, r.Line)
	}
	return max(4, len(strconv.Itoa(last)))
}

func (t *Text) snippet(b *bytes.Buffer, lines Lines, pos finding.Pos, gutter int, c *color.Color) {
	s := cutNear(lines, pos)
	blank := strings.Repeat(" ", gutter) + " |"

	b.WriteString(blank + "\n")
	number := strconv.Itoa(pos.Line)
	b.WriteString(strings.Repeat(" ", gutter-len(number)) + number + " |")
	if s.text != "" {
		b.WriteString(" " + strings.TrimRight(s.text, " "))
	}
	b.WriteString("\n" + blank + " " + strings.Repeat(" ", s.indent))
	b.WriteString(c.Sprint(strings.Repeat("^", s.width)))
	b.WriteByte('\n')
}

// textLimit bounds what is shown of a sentence, in bytes: the server quotes whole
// values in its messages, and a default can be a document of its own. JSON
// output has 16 MiB of them.
const textLimit = 1000

func clip(text string) string { return cutBytes(text, textLimit) }

// cutBytes returns as much of a text as a number of bytes holds, with an ellipsis for the rest.
func cutBytes(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + ellipsis
}

// cutRunes returns the first characters of a text, with an ellipsis for the rest.
func cutRunes(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + ellipsis
	}
	return text
}

// note appends "= text", further lines below its first.
func note(b *bytes.Buffer, gutter int, text string) {
	indent := strings.Repeat(" ", gutter)
	text = strings.TrimRight(safetext.Lines(clip(text)), "\n")
	for i, line := range strings.Split(text, "\n") {
		if i == 0 {
			b.WriteString(indent + " = ")
		} else {
			b.WriteString(indent + "   ")
		}
		b.WriteString(line + "\n")
	}
}
