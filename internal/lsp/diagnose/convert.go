package diagnose

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// Source is the name by which editors show where a diagnostic is from.
const Source = "crdtool"

// Diagnostic returns a finding in the form of the protocol. l are the lines of the document, and linesOf returns those
// of another file, or nil.
func Diagnostic(f *report.Finding, l *lines.Lines, in lines.Encoding, linesOf func(file string) *lines.Lines) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    RangeOf(l, in, f.Pos()),
		Severity: severity(f),
		Code:     f.Rule,
		Source:   Source,
		Message:  safetext.Lines(strings.Join(render.Sentences(f), "\n")),
	}
	if f.Rule != "" {
		d.CodeDescription = &protocol.CodeDescription{Href: render.RuleURL(f.Rule)}
	}
	related := func(file string, pos report.Pos, message string) {
		other := l
		if slices.ContainsFunc(d.RelatedInformation, func(r protocol.DiagnosticRelatedInformation) bool {
			return r.Location.URI == workspace.URIOf(file) && int(r.Location.Range.Start.Line) == pos.Line-1
		}) {
			return // the schema of an object may be among both
		}
		if file != f.File {
			if other = linesOf(file); other == nil {
				return
			}
		}
		d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: workspace.URIOf(file), Range: RangeOf(other, in, pos)},
			Message:  safetext.Line(message),
		})
	}
	for _, r := range f.Related {
		related(r.File, report.Pos{Line: r.Line, Column: r.Column, EndLine: r.EndLine, EndColumn: r.EndColumn}, r.Message)
	}
	if f.SchemaFile != "" && f.SchemaLine > 0 {
		related(f.SchemaFile, report.Pos{Line: f.SchemaLine}, f.SchemaText)
	}
	for _, o := range []*report.Origin{f.Origin, f.SchemaOrigin} {
		if o != nil {
			related(o.File, o.Pos(), "generated from this")
		}
	}
	return d
}

// severity returns the severity of a finding. That an object has no CRD in the workspace is no error in an editor:
// the object may be fine.
func severity(f *report.Finding) protocol.DiagnosticSeverity {
	switch {
	case f.Rule == code.NoCRD.Rule() && f.Code != report.Code(code.NoCRDSimilar), f.Severity == finding.Info:
		return protocol.SeverityInformation
	case f.Severity == finding.Warning:
		return protocol.SeverityWarning
	}
	return protocol.SeverityError
}

// RangeOf returns the range of a place in a report. A place without a column is its line, and one without a line the
// first line.
func RangeOf(l *lines.Lines, in lines.Encoding, p report.Pos) protocol.Range {
	line := max(p.Line, 1)
	if p.Column == 0 {
		text, start := l.Line(line - 1)
		indent := len(text) - len(strings.TrimLeft(string(text), " "))
		return l.Range(start+indent, start+len(text), in)
	}
	start := l.Character(line, p.Column)
	end := start
	if p.EndLine > 0 {
		end = max(start, l.Character(p.EndLine, p.EndColumn))
	}
	return l.Range(start, end, in)
}
