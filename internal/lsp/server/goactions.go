package server

import (
	"context"
	"slices"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/actions"
	"github.com/crdtool/crdtool/internal/lsp/diagnose"
	"github.com/crdtool/crdtool/internal/lsp/gofile"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// goFixes returns the fixes of the findings at a range of a Go file.
func (s *Server) goFixes(ctx context.Context, p *workspace.Project, doc *workspace.Document, at protocol.Range) []protocol.CodeAction {
	list := []protocol.CodeAction{}
	g := goFileOf(p, doc)
	if g == nil {
		return list
	}
	all := g.Diagnose()
	shown := slices.DeleteFunc(slices.Clone(all), func(d gofile.Diagnostic) bool { return hidden(p, &d.Finding) })
	rangeOf := func(d *gofile.Diagnostic) protocol.Range { return doc.Range(d.From, d.To, s.workspace.Encoding) }
	for _, d := range nearestTo(at, shown, rangeOf) {
		if ctx.Err() != nil {
			break
		}
		diagnostics := []protocol.Diagnostic{s.goDiagnostic(doc, d, linesIn(p))}
		for _, fix := range g.Fixes(&d, all) {
			list = append(list, protocol.CodeAction{
				Title: safetext.Line(fix.Title), Kind: protocol.QuickFix, Diagnostics: diagnostics, IsPreferred: fix.Preferred, Edit: s.workspaceEdit(doc, fix.Edits),
			})
		}
	}
	return list
}

// inGo returns the actions that change the markers which a finding about a generated CRD comes from.
func (s *Server) inGo(p *workspace.Project, doc *workspace.Document, f *report.Finding) []actions.GoFix {
	code := p.Go()
	if code == nil {
		return nil
	}
	docs := slices.DeleteFunc(p.CRDDocuments(doc), func(d *source.Document) bool { return d.File.Name != doc.Name })
	for _, l := range code.CRDs(docs) {
		if fixes := actions.InGo(&l, f, diagnose.Lint(p).Linter); len(fixes) > 0 {
			return fixes
		}
	}
	return nil
}

// goEdit returns the edit of Go files; nil if one of them has changed since it was read.
func (s *Server) goEdit(p *workspace.Project, files []gotypes.FileChange) *protocol.WorkspaceEdit {
	edits := map[string][]protocol.TextEdit{}
	for _, f := range files {
		now, err := p.Files.Load(f.Name)
		if err != nil || string(now) != string(f.Old) {
			return nil
		}
		l, e := lines.Of(f.Old), actions.Between(f.Old, f.New)
		edits[workspace.URIOf(f.Name)] = []protocol.TextEdit{{Range: l.Range(e.Start, e.End, s.workspace.Encoding), NewText: e.Text}}
	}
	return s.editsOf(edits)
}
