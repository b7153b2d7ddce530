package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// GitHub writes findings as the workflow commands that GitHub Actions makes
// annotations of.
func GitHub(w io.Writer, r *report.Report, about *About) error {
	b := bufio.NewWriterSize(w, 64<<10)
	for _, err := range about.Unread { // first, as GitHub shows few
		fmt.Fprintf(b, "::error title=crdtool::%s\n", commandData(err.Error()))
	}
	for i := range r.Findings {
		f := moved(&r.Findings[i])
		fmt.Fprintf(b, "::%s title=%s", severityName(f.Severity, [3]string{"error", "warning", "notice"}), commandProperty("crdtool "+f.Rule))
		if !standardInput(f.File) {
			writePlace(b, f, about)
		}
		said := Sentences(f)
		for j := range f.Related {
			r := &f.Related[j]
			name, _ := about.Repository.Path(r.File)
			said = append(said, place(name, r.Pos())+": "+clip(r.Message))
		}
		fmt.Fprintf(b, "::%s\n", commandData(strings.Join(said, "\n")))
	}
	return b.Flush()
}

// writePlace writes the properties that place an annotation in a file.
func writePlace(b *bufio.Writer, f *report.Finding, about *About) {
	name, _ := about.Repository.Path(f.File)
	fmt.Fprintf(b, ",file=%s", commandProperty(name))
	if f.Line < 1 {
		return
	}
	fmt.Fprintf(b, ",line=%d", f.Line)
	// An annotation of several lines has no columns.
	switch {
	case f.EndLine > f.Line:
		fmt.Fprintf(b, ",endLine=%d", f.EndLine)
	case f.Column > 0 && f.EndLine == f.Line && f.EndColumn > f.Column:
		fmt.Fprintf(b, ",endLine=%d,col=%d,endColumn=%d", f.EndLine, f.Column, f.EndColumn)
	case f.Column > 0:
		fmt.Fprintf(b, ",col=%d", f.Column)
	}
}

// commandData writes the text of a workflow command, which ends at the line's end.
func commandData(s string) string { return dataEscapes.Replace(safetext.Lines(s)) }

// commandProperty writes a property of a workflow command, which ends at a comma
// or colon, too.
func commandProperty(s string) string { return propertyEscapes.Replace(commandData(s)) }

// Both make their tables when they are used first, which costs more than a short text.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer(":", "%3A", ",", "%2C")
)
