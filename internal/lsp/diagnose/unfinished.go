package diagnose

import (
	"bytes"
	"slices"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// While a text is being typed, the block that the cursor is in has no end yet: what it lacks may come next. So a
// finding above the line of the cursor is held back as long as its block is unfinished, which means that the line of the
// last edit belongs to the block, and nothing below that line does. Once the document is saved, everything is shown.

// A typed is a document whose last edit is not saved.
type typed struct {
	*lines.Lines
	// line is the line of the edit, from 0.
	line int
}

// typedIn returns the state of a document that was edited; false for one that is as it was opened or saved.
func typedIn(doc *workspace.Document) (typed, bool) {
	if doc.Edited < 0 {
		return typed{}, false
	}
	return typed{doc.Lines, doc.LineOf(min(doc.Edited, len(doc.Text)))}, true
}

// withoutLine returns the text without the line of the edit.
func (t typed) withoutLine() []byte {
	line, start := t.Line(t.line)
	text := bytes.Clone(t.Text)
	for i := range line {
		text[start+i] = ' '
	}
	return text
}

// below returns the errors of syntax in the line of the edit and below.
func (t typed) below(problems []finding.Finding) []report.Finding {
	var found []report.Finding
	for _, problem := range problems {
		if f := problem.Report(""); f.Line-1 >= t.line {
			found = append(found, f)
		}
	}
	return found
}

// rest returns the document without the line of the edit, if that line alone keeps the text from being read; nil
// otherwise.
func (t typed) rest(doc *workspace.Document) *workspace.Document {
	if !isBroken(doc.File()) {
		return nil
	}
	rest := doc.WithText(t.withoutLine())
	if isBroken(rest.File()) {
		return nil
	}
	return rest
}

// undecodable returns the document without the line of the edit, if a value in that line keeps a CRD or an object from
// being decoded: there are no other findings then. It returns nil otherwise.
func (t typed) undecodable(doc *workspace.Document, found []report.Finding) *workspace.Document {
	if !slices.ContainsFunc(found, func(f report.Finding) bool { return f.Line-1 == t.line && f.Rule == string(code.WrongType) }) {
		return nil
	}
	rest := doc.WithText(t.withoutLine())
	if isBroken(rest.File()) {
		return nil
	}
	return rest
}

// joined returns the findings in the line of the edit, and those in other lines.
func (t typed) joined(inLine, others []report.Finding) []report.Finding {
	inLine = slices.DeleteFunc(inLine, func(f report.Finding) bool { return f.Line-1 != t.line })
	others = slices.DeleteFunc(others, func(f report.Finding) bool { return f.Line-1 == t.line })
	return sorted(append(inLine, others...))
}

// shown returns the findings that are not held back.
func (t typed) shown(found []report.Finding) []report.Finding {
	return slices.DeleteFunc(found, func(f report.Finding) bool { return t.holds(&f) })
}

func isBroken(f *source.File) bool {
	return slices.ContainsFunc(f.Problems, func(p finding.Finding) bool {
		return p.Code == code.YAMLSyntax || p.Code == code.JSONSyntax
	})
}

// holds reports whether a finding is held back.
func (t typed) holds(f *report.Finding) bool {
	at := f.Line - 1
	if at >= t.line {
		return false
	}
	if f.Path == "apiVersion" || f.Path == "" && f.Rule == string(code.ObjectWarning) {
		// A finding about the type of an object is known once its kind is finished.
		return t.indent(t.line) == t.indent(at) && (t.key(t.line) == "kind" || t.key(t.line) == "apiVersion")
	}
	return t.isUnfinished(t.scope(f, at))
}

// overlay are the files of a project with another text of a document.
func overlay(p *workspace.Project, doc *workspace.Document, text []byte) files.System {
	return files.Overlay{System: p.Files, Text: func(path string) ([]byte, bool) { return text, path == doc.Path }}
}
