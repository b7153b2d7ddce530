package server

import (
	"bytes"
	"context"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/lsp/decorate"
	"github.com/crdtool/crdtool/internal/lsp/diagnose"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

// manifest returns an open document that may have CRDs or objects and that is not left to others, or nil.
func (s *Server) manifest(ctx context.Context, uri string) (*workspace.Document, *workspace.Project) {
	doc := s.workspace.Document(uri)
	if doc == nil || !doc.IsManifest() {
		return nil, nil
	}
	p := s.workspace.Project(ctx, doc)
	if ctx.Err() != nil || p.Config.Leaves(doc.Name, false, nil) {
		return nil, nil
	}
	return doc, p
}

// foldingRanges answers for texts of Kubernetes alone: editors fold other YAML by indentation.
func (s *Server) foldingRanges(ctx context.Context, p *protocol.DocumentParams) ([]protocol.FoldingRange, error) {
	doc, _ := s.manifest(ctx, p.TextDocument.URI)
	if doc == nil || !bytes.Contains(doc.Text, []byte("apiVersion")) {
		return nil, nil
	}
	var ranges []protocol.FoldingRange
	for _, f := range decorate.Folds(doc.Text) {
		r := protocol.FoldingRange{StartLine: uint32(f.Start), EndLine: uint32(f.End)}
		if f.IsComment {
			r.Kind = "comment"
		}
		ranges = append(ranges, r)
	}
	return ranges, nil
}

// inlayHints returns the costs of CEL rules, the defaults of objects and the owners of fields, if they are switched on.
func (s *Server) inlayHints(ctx context.Context, params *protocol.RangeParams) ([]protocol.InlayHint, error) {
	s.mu.Lock()
	isOn := s.settings.InlayHints
	s.mu.Unlock()
	doc, p := s.manifest(ctx, params.TextDocument.URI)
	if !isOn || doc == nil {
		return nil, nil
	}
	file := diagnose.Objects(p, doc)
	if file == nil {
		return nil, nil
	}
	hints := decorate.OwnerHints(file)
	if files.SpeaksOfClusters(doc.Text) {
		costs := diagnose.Lint(p).Linter.Costs(file, false, lint.Options{})
		hints = append(hints, decorate.CostHints(file, &costs)...)
	}
	hints = append(hints, decorate.DefaultHints(ctx, file, resources(p, doc))...)
	list := []protocol.InlayHint{}
	from, to := doc.Offset(params.Range.Start, s.workspace.Encoding), doc.Offset(params.Range.End, s.workspace.Encoding)
	for _, h := range hints {
		at := h.Offset + len(file.Marks)
		if at < from || at > to {
			continue
		}
		list = append(list, protocol.InlayHint{
			Position: doc.Position(at, s.workspace.Encoding), Label: safetext.Line(h.Label), PaddingLeft: true,
			Tooltip: &protocol.MarkupContent{Kind: "plaintext", Value: safetext.Lines(h.Tooltip)},
		})
	}
	return list, nil
}

// resources returns a function that finds the resource of a kind for the objects of a document.
func resources(p *workspace.Project, doc *workspace.Document) decorate.ResourceOf {
	crds := p.CRDs(doc)
	return func(group, kind string) *dryrun.Resource {
		r, err := crds.Resource(group, kind)
		if err != nil {
			return nil
		}
		return r
	}
}

// tokenTypes are the names of celassist's kinds of tokens in the protocol, in their order.
func tokenTypes() []string {
	return []string{"variable", "property", "function", "method", "macro", "operator", "string", "number", "keyword", "comment"}
}

// semanticTokens returns the tokens of CEL in the CRDs, or in the markers, of a document.
func (s *Server) semanticTokens(ctx context.Context, params *protocol.DocumentParams) (*protocol.SemanticTokens, error) {
	tokens := &protocol.SemanticTokens{Data: []uint32{}}
	doc, all := s.celTokens(ctx, params.TextDocument.URI)
	var last protocol.Position
	for _, t := range all {
		r := doc.Range(t.Start, t.End, s.workspace.Encoding)
		line, character := r.Start.Line-last.Line, r.Start.Character
		if line == 0 {
			character -= last.Character
		}
		last = r.Start
		tokens.Data = append(tokens.Data, line, character, r.End.Character-r.Start.Character, uint32(t.Kind), 0)
	}
	return tokens, nil
}

// celTokens returns the tokens of CEL in an open document.
func (s *Server) celTokens(ctx context.Context, uri string) (*workspace.Document, []decorate.Token) {
	if doc := s.workspace.Document(uri); doc != nil && doc.IsGo() && s.workspace.Project(ctx, doc).Go() != nil {
		return doc, decorate.GoTokens(doc.Text)
	}
	doc, _ := s.manifest(ctx, uri)
	if doc == nil || !files.SpeaksOfClusters(doc.Text) {
		return doc, nil
	}
	file := source.Read(doc.Name, doc.Text)
	all := decorate.CELTokens(file)
	for i := range all {
		all[i].Start += len(file.Marks)
		all[i].End += len(file.Marks)
	}
	return doc, all
}

// fadedFields returns hints about deprecated fields and versions, which editors strike through, and about fields that
// the server drops, which they fade out.
func (s *Server) fadedFields(ctx context.Context, p *workspace.Project, doc *workspace.Document) []protocol.Diagnostic {
	if !doc.IsManifest() || p.Config.Leaves(doc.Name, false, nil) || !doc.HasObjects() {
		return nil
	}
	file := diagnose.Objects(p, doc)
	if file == nil {
		return nil
	}
	var list []protocol.Diagnostic
	for _, f := range decorate.FadedFields(ctx, file, resources(p, doc)) {
		tag := protocol.TagUnnecessary
		if f.Deprecated {
			tag = protocol.TagDeprecated
		}
		list = append(list, protocol.Diagnostic{
			Range: diagnose.RangeOf(doc.Lines, s.workspace.Encoding, f.Pos), Severity: protocol.SeverityHint, Source: diagnose.Source,
			Message: safetext.Lines(f.Message), Tags: []protocol.DiagnosticTag{tag},
		})
	}
	return list
}
