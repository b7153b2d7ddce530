package render

import (
	"io"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// A Writer writes the report of a run in the format of another program. The same
// report gives the same bytes.
type Writer func(io.Writer, *report.Report, *About) error

// writers are the formats that are the same for all commands.
var writers = []struct {
	format string
	form   safetext.Form
	write  Writer
}{
	{"sarif", safetext.JSON, SARIF}, {"github", safetext.Commands, GitHub}, {"junit", safetext.Text, JUnit},
	{"gitlab", safetext.JSON, GitLab}, {"markdown", safetext.Markdown, Markdown}, {"html", safetext.Text, HTML},
}

// Formats are the names of all formats, the default first. Text and JSON are each
// command's own: text is written while the files are at hand, and JSON has what
// only the command knows.
func Formats() []string {
	names := []string{"text", "json"}
	for _, w := range writers {
		names = append(names, w.format)
	}
	return names
}

// WriterOf returns the writer of a format, or nil for those that are a command's
// own.
func WriterOf(format string) Writer {
	for _, w := range writers {
		if w.format == format {
			return func(to io.Writer, r *report.Report, about *About) error {
				if w.form == safetext.Commands {
					to = safetext.Unwrap(to)
				}
				return safetext.Write(to, w.form, func(to io.Writer) error { return w.write(to, asFindings(r), about) })
			}
		}
	}
	return nil
}

// asFindings returns a report in which findings alone say what text and JSON say beside them: which
// template a document was rendered from, and what of a CRD was not checked.
func asFindings(r *report.Report) *report.Report {
	out := *r
	out.Findings = slices.Clone(r.Findings)
	for i := range out.Findings {
		if f := &out.Findings[i]; f.Source != "" {
			f.Message += " (rendered from " + f.Source + ")"
			f.Source = ""
		}
	}
	for i := range r.Documents {
		d := &r.Documents[i]
		if text := Unchecked(d); text != "" {
			out.Findings = append(out.Findings, report.Finding{
				Rule: string(code.NotChecked), Code: report.Code(code.NotChecked), Severity: finding.Info,
				Message: strings.TrimPrefix(strings.TrimSpace(text), Escape(d.File)+": "), CRD: d.Name,
				File: d.File, Line: d.Line, Column: 1, EndLine: d.Line, EndColumn: 1,
			})
		}
	}
	return &out
}
