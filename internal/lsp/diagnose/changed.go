package diagnose

import (
	"context"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/report"
)

// Changed returns the findings about a document if it had another text. None is held back.
func Changed(ctx context.Context, p *workspace.Project, doc *workspace.Document, text []byte) []report.Finding {
	found, _ := check(ctx, p, overlay(p, doc, text), doc.WithText(text))
	return found
}

// Fixable returns the findings of lint about the CRDs of a document that have fixes.
func Fixable(p *workspace.Project, doc *workspace.Document) []report.Finding {
	_, file := read(p.Files, doc, files.CRDs)
	if file == nil {
		return nil
	}
	run := Lint(p)
	of := run.File(file, nil)
	run.Keep(&of)
	var found []report.Finding
	for _, f := range of.Findings {
		if f.Fix != nil {
			found = append(found, f)
		}
	}
	return found
}

// Fixed returns the text of a document with all fixes of lint, and their number.
func Fixed(p *workspace.Project, doc *workspace.Document) ([]byte, int) {
	_, file := read(p.Files, doc, files.CRDs)
	if file == nil {
		return nil, 0
	}
	fixed := Lint(p).Fix(file, nil)
	return fixed.Bytes(), fixed.Made
}

// Objects returns a document that may have objects, as a command reads it that has found it; nil for a template and other
// texts that are left to other programs.
func Objects(p *workspace.Project, doc *workspace.Document) *source.File {
	_, file := read(p.Files, doc, files.Objects)
	return file
}
