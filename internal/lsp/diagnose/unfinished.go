package diagnose

import (
	"bytes"
	"slices"
	"strings"

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
	if f.Line-1 >= t.line {
		return false
	}
	return t.isUnfinished(t.scope(f))
}

// scope returns the line at which the block begins that decides about a finding, from 0, or -1 for the whole document.
func (t typed) scope(f *report.Finding) int {
	at := f.Line - 1
	if f.CRD != "" && f.SchemaFile == "" && f.Object == "" {
		return t.schemaAround(f, at)
	}
	if key := t.key(at); key == "" || !strings.Contains(f.Path, key) {
		return -1 // the first line of the document stands for what is missing at its top
	}
	return at
}

// documentWide are rules about schemas that depend on schemas around theirs.
var documentWide = []string{"cel-cost", "scale-path", "scale-value", "scale-replicas-absent"}

// schemaAround returns the line of the schema that a finding about a CRD is in.
func (t typed) schemaAround(f *report.Finding, at int) int {
	if !strings.Contains(f.Path, "openAPIV3Schema") || slices.Contains(documentWide, f.Rule) {
		return -1
	}
	for at >= 0 {
		above := t.above(at)
		switch t.key(at) {
		case "openAPIV3Schema", "items", "additionalProperties":
			return at
		}
		if above < 0 || t.key(above) == "properties" {
			return at
		}
		at = above
	}
	return -1
}

// isUnfinished reports whether the block that begins at a line, or the document for -1, may go on at the edit.
func (t typed) isUnfinished(begin int) bool {
	indent := -1
	if begin >= 0 {
		indent = t.indent(begin)
	}
	for n := begin + 1; n < t.Len(); n++ {
		text, _ := t.Line(n)
		content := bytes.TrimLeft(text, " ")
		inside := len(content) == 0 || content[0] == '#' || len(text)-len(content) > indent ||
			len(text)-len(content) == indent && content[0] == '-' && !t.isItem(begin)
		if begin < 0 && n > t.line && bytes.HasPrefix(text, []byte("---")) {
			return true
		}
		switch {
		case n <= t.line && !inside:
			return begin < 0
		case n > t.line && inside && len(content) > 0:
			return false
		case n > t.line && !inside:
			return true
		}
	}
	return true
}

// indent returns the number of spaces before the content of a line; dashes of items count as spaces.
func (t typed) indent(n int) int {
	text, _ := t.Line(n)
	return len(text) - len(bytes.TrimLeft(text, " -"))
}

func (t typed) isItem(n int) bool {
	text, _ := t.Line(n)
	return bytes.HasPrefix(bytes.TrimLeft(text, " "), []byte("-"))
}

// key returns the key of a line; "" for none.
func (t typed) key(n int) string {
	text, _ := t.Line(n)
	key, _, found := strings.Cut(strings.TrimLeft(string(text), " -"), ":")
	if !found {
		return ""
	}
	return strings.Trim(key, `"'`)
}

// above returns the line of the key around a line, or -1.
func (t typed) above(n int) int {
	indent := t.indent(n)
	for i := n - 1; i >= 0; i-- {
		text, _ := t.Line(i)
		if content := bytes.TrimLeft(text, " -"); len(content) > 0 && content[0] != '#' && len(text)-len(content) < indent {
			return i
		}
	}
	return -1
}

// overlay are the files of a project with another text of a document.
func overlay(p *workspace.Project, doc *workspace.Document, text []byte) files.System {
	return files.Overlay{System: p.Files, Text: func(path string) ([]byte, bool) { return text, path == doc.Path }}
}
