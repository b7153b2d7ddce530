package server

import (
	"fmt"
	"regexp"
	"sync"

	"github.com/crdtool/crdtool/internal/cel/celassist"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/lsp/actions"
	"github.com/crdtool/crdtool/internal/lsp/describe"
	"github.com/crdtool/crdtool/internal/lsp/diagnose"
	"github.com/crdtool/crdtool/internal/lsp/gofile"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/report"
)

// goDiagnostics returns those of a Go file: what lint has about the CRDs that controller-gen would make of it.
func (s *Server) goDiagnostics(p *workspace.Project, doc *workspace.Document, linesOf func(string) *lines.Lines) []protocol.Diagnostic {
	list := []protocol.Diagnostic{}
	g := goFileOf(p, doc)
	if g == nil {
		return list
	}
	for _, d := range g.Diagnose() {
		if !hidden(p, &d.Finding) {
			list = append(list, s.goDiagnostic(doc, d, linesOf))
		}
	}
	return list
}

// goFileOf returns a Go file of a project; nil if the project has no types of custom resources.
func goFileOf(p *workspace.Project, doc *workspace.Document) *actions.GoFile {
	code := p.Go()
	if code == nil {
		return nil
	}
	return &actions.GoFile{
		Code: code, Name: doc.Path, Text: doc.Text, Docs: p.CRDDocuments(doc), Linter: diagnose.Lint(p).Linter,
		Options: lint.Options{Rules: p.Rules.For(doc.Name), Most: findinglimit.Default},
	}
}

// hidden reports whether the configuration or the baseline hides a finding.
func hidden(p *workspace.Project, f *report.Finding) bool {
	return p.Config.Ignores(f) || p.Baseline != nil && p.Baseline.Hides(f)
}

func (s *Server) goDiagnostic(doc *workspace.Document, d gofile.Diagnostic, linesOf func(string) *lines.Lines) protocol.Diagnostic {
	d.Origin = nil // the place in Go is the range
	diagnostic := diagnose.Diagnostic(&d.Finding, doc.Lines, s.workspace.Encoding, linesOf)
	diagnostic.Range = doc.Range(d.From, d.To, s.workspace.Encoding)
	return diagnostic
}

// A goExpression is a CEL expression in a marker.
type goExpression struct {
	*celassist.Expression
	quoted gofile.Quoted
}

// goExpression returns the expression at an offset of a Go file; nil if there is none.
func (s *Server) goExpression(p *workspace.Project, doc *workspace.Document, offset int) *goExpression {
	code := p.Go()
	if code == nil {
		return nil
	}
	x, ok := code.Expression(doc.Path, offset, p.CRDDocuments(doc))
	if !ok || len(x.Schemas) == 0 {
		return nil
	}
	of := x.Schemas[0]
	written := of.CRD.Document()
	if written == nil {
		return nil
	}
	decoded, _ := crd.Decode(written)
	if of.Version >= len(decoded.Spec.Versions) || decoded.Spec.Versions[of.Version].OpenAPISchema() == nil {
		return nil
	}
	tree := schematree.New(decoded.Spec.Versions[of.Version].OpenAPISchema(), nil)
	id, rest := tree.Find(of.Path)
	if len(rest) > 0 {
		return nil
	}
	at := celassist.Place{Node: id, IsMessage: x.IsMessage, OptionalOldSelf: x.OptionalOldSelf, Message: x.Message}
	return &goExpression{s.navigator.CEL(p).Schema(tree).Expression(x.Text, at), x.Quoted}
}

func (s *Server) goCompletion(p *workspace.Project, doc *workspace.Document, offset int) *protocol.CompletionList {
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	if x := s.goExpression(p, doc, offset); x != nil {
		found := x.Complete(x.quoted.InText(offset))
		list.Items = s.celItems(doc, offset, found, &x.quoted)
		return list
	}
	code := p.Go()
	if code == nil {
		return nil
	}
	for _, c := range code.Complete(doc.Path, offset, p.CRDDocuments(doc)) {
		text, snippet := c.Text, ""
		if c.IsSnippet {
			snippet = c.Text
			text = withoutPlaceholders(c.Text)
		}
		list.Items = append(list.Items, s.completionItem(protocol.CompletionItem{
			Label: c.Label, Kind: protocol.CompletionKeyword, Detail: c.Detail, Documentation: markdown(c.Doc), SortText: fmt.Sprintf("%04d", len(list.Items)),
			FilterText: c.Filter,
		}, doc.Range(c.From, c.To, s.workspace.Encoding), text, snippet, false))
	}
	return list
}

// placeholder matches a place of a snippet that is to be filled in.
var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$(\d+|\{\d+(:([^}]*))?\})`) })

// withoutPlaceholders returns the text of a snippet for clients that have none.
func withoutPlaceholders(snippet string) string { return placeholder().ReplaceAllString(snippet, "$3") }

func (s *Server) goHover(p *workspace.Project, doc *workspace.Document, offset int) *protocol.Hover {
	if x := s.goExpression(p, doc, offset); x != nil {
		if h := x.Hover(x.quoted.InText(offset)); h != nil {
			span := doc.Range(x.quoted.InFile(h.Span.Start), x.quoted.InFile(h.Span.End), s.workspace.Encoding)
			return &protocol.Hover{Contents: *markdown(describe.CEL(h)), Range: &span}
		}
	}
	code := p.Go()
	if code == nil {
		return nil
	}
	h, ok := code.Hover(doc.Path, offset, p.CRDDocuments(doc))
	if !ok {
		return nil
	}
	span := doc.Range(h.From, h.To, s.workspace.Encoding)
	return &protocol.Hover{Contents: *markdown(h.Text), Range: &span}
}

// goDefinition returns the places of the CRDs that a place of a Go file leads to.
func (s *Server) goDefinition(p *workspace.Project, doc *workspace.Document, offset int) []protocol.Location {
	code := p.Go()
	if code == nil {
		return nil
	}
	find := s.locator()
	var found []protocol.Location
	for _, t := range code.Definition(doc.Path, offset, p.CRDDocuments(doc)) {
		if of := find.linesOf(t.Document.File.Name); of != nil {
			found = append(found, protocol.Location{URI: s.uriOf(t.Document.File.Name), Range: diagnose.RangeOf(of, s.workspace.Encoding, t.Pos)})
		}
	}
	return found
}
