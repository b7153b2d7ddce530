package server

import (
	"context"

	"github.com/creachadair/jrpc2"

	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/navigate"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

// at returns the document, its project and the offset of a position; nil if the document is not open.
func (s *Server) at(ctx context.Context, p *protocol.TextDocumentPositionParams) (*workspace.Project, *workspace.Document, int) {
	doc := s.workspace.Document(p.TextDocument.URI)
	if doc == nil {
		return nil, nil, 0
	}
	return s.workspace.Project(ctx, doc), doc, doc.Offset(p.Position, s.workspace.Encoding)
}

// A locator turns places into locations, with the lines of each file.
type locator struct {
	server *Server
	lines  map[string]*lines.Lines
}

func (s *Server) locator() *locator { return &locator{s, map[string]*lines.Lines{}} }

// linesOf returns the lines of a file as it is in the editor or on the disk; nil if it cannot be read.
func (l *locator) linesOf(name string) *lines.Lines {
	if of, ok := l.lines[name]; ok {
		return of
	}
	var of *lines.Lines
	if doc := l.server.workspace.OpenFile(name); doc != nil {
		of = doc.Lines
	} else if text, err := l.server.workspace.Files().Load(name); err == nil {
		of = lines.Of(text)
	}
	l.lines[name] = of
	return of
}

func (l *locator) locations(places []navigate.Place) []protocol.Location {
	all := []protocol.Location{}
	for _, p := range places {
		if of := l.linesOf(p.File); of != nil {
			all = append(all, protocol.Location{URI: l.server.uriOf(p.File), Range: of.Range(p.Start, p.End, l.server.workspace.Encoding)})
		}
	}
	return all
}

// uriOf returns the URI of a file: that of the editor, if it is open.
func (s *Server) uriOf(name string) string {
	if doc := s.workspace.OpenFile(name); doc != nil {
		return doc.URI
	}
	return workspace.URIOf(name)
}

func (s *Server) definition(ctx context.Context, p *protocol.TextDocumentPositionParams) (any, error) {
	project, doc, offset := s.at(ctx, p)
	if doc == nil {
		return nil, nil
	}
	if doc.IsGo() {
		return s.goDefinition(project, doc, offset), nil
	}
	d := s.navigator.Definition(project, doc, offset)
	if d == nil {
		return nil, nil
	}
	found := s.locator().locations(d.Places)
	if !s.client.TextDocument.Definition.LinkSupport {
		return found, nil
	}
	name := doc.Range(d.Name.Start, d.Name.End, s.workspace.Encoding)
	links := []protocol.LocationLink{}
	for _, l := range found {
		links = append(links, protocol.LocationLink{OriginSelectionRange: &name, TargetURI: l.URI, TargetRange: l.Range, TargetSelectionRange: l.Range})
	}
	return links, nil
}

func (s *Server) references(ctx context.Context, p *protocol.ReferenceParams) (any, error) {
	project, doc, offset := s.at(ctx, &p.TextDocumentPositionParams)
	if doc == nil {
		return nil, nil
	}
	found, err := s.navigator.References(ctx, project, doc, offset, p.Context.IncludeDeclaration)
	if err != nil {
		return nil, err
	}
	return s.locator().locations(found), nil
}

func (s *Server) prepareRename(ctx context.Context, p *protocol.TextDocumentPositionParams) (any, error) {
	project, doc, offset := s.at(ctx, p)
	if doc == nil {
		return nil, nil
	}
	at, name, err := s.navigator.PrepareRename(project, doc, offset)
	if err != nil {
		return nil, notDone(err)
	}
	return protocol.PrepareRenameResult{Range: doc.Range(at.Start, at.End, s.workspace.Encoding), Placeholder: name}, nil
}

// notDone returns the error of a valid request that cannot be done, which editors show.
func notDone(err error) error { return jrpc2.Errorf(requestFailed, "%s", safetext.Lines(err.Error())) }

func (s *Server) rename(ctx context.Context, p *protocol.RenameParams) (any, error) {
	project, doc, offset := s.at(ctx, &p.TextDocumentPositionParams)
	if doc == nil {
		return nil, nil
	}
	r, err := s.navigator.Rename(ctx, project, doc, offset, p.NewName)
	if err != nil {
		return nil, notDone(err)
	}
	_ = s.rpc.Notify(ctx, "window/showMessage", protocol.ShowMessageParams{Type: protocol.WarningMessage, Message: safetext.Line(r.Description)})
	return s.renameEdit(r), nil
}

// renameEdit returns the edits of a rename. None asks for a confirmation: VS Code leaves such edits unticked in its
// preview, so that nothing would be renamed. Users ask for the preview themselves, as with other languages.
func (s *Server) renameEdit(r *navigate.Rename) protocol.WorkspaceEdit {
	const id = "rename"
	var out protocol.WorkspaceEdit
	annotated := hasAnnotations(&s.client)
	if annotated {
		out.ChangeAnnotations = map[string]protocol.ChangeAnnotation{id: {
			Label: safetext.Line(r.Title), Description: safetext.Line(r.Description),
		}}
	}
	find := s.locator()
	for _, f := range r.Files {
		of := find.linesOf(f.File)
		if of == nil {
			continue
		}
		edits := []protocol.TextEdit{}
		for _, e := range f.Edits {
			edit := protocol.TextEdit{Range: of.Range(e.Start, e.End, s.workspace.Encoding), NewText: e.Text}
			if annotated {
				edit.AnnotationID = id
			}
			edits = append(edits, edit)
		}
		if s.client.Workspace.WorkspaceEdit.DocumentChanges {
			at := protocol.OptionalVersionedTextDocumentIdentifier{URI: s.uriOf(f.File)}
			if doc := s.workspace.OpenFile(f.File); doc != nil {
				at.Version = &doc.Version
			}
			out.DocumentChanges = append(out.DocumentChanges, protocol.TextDocumentEdit{TextDocument: at, Edits: edits})
			continue
		}
		if out.Changes == nil {
			out.Changes = map[string][]protocol.TextEdit{}
		}
		out.Changes[s.uriOf(f.File)] = edits
	}
	return out
}

// symbolKinds are the kinds of the protocol.
var symbolKinds = map[navigate.SymbolKind]protocol.SymbolKind{
	navigate.CRDSymbol: protocol.SymbolClass, navigate.VersionSymbol: protocol.SymbolNamespace, navigate.ObjectSymbol: protocol.SymbolObject,
	navigate.FieldSymbol: protocol.SymbolField, navigate.RuleSymbol: protocol.SymbolFunction,
}

func (s *Server) documentSymbol(_ context.Context, p *protocol.DocumentParams) (any, error) {
	doc := s.workspace.Document(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	return s.symbols(doc, navigate.Outline(doc)), nil
}

func (s *Server) symbols(doc *workspace.Document, list []navigate.Symbol) []protocol.DocumentSymbol {
	all := []protocol.DocumentSymbol{}
	for i := range list {
		of := &list[i]
		all = append(all, protocol.DocumentSymbol{
			Name: safetext.Line(of.Name), Detail: safetext.Line(of.Detail), Kind: symbolKinds[of.Kind],
			Range:          doc.Range(of.Place.Start, of.Place.End, s.workspace.Encoding),
			SelectionRange: doc.Range(of.Key.Start, of.Key.End, s.workspace.Encoding),
			Children:       s.symbols(doc, of.Children),
		})
	}
	return all
}

func (s *Server) workspaceSymbol(ctx context.Context, p *protocol.WorkspaceSymbolParams) (any, error) {
	all := []protocol.WorkspaceSymbol{}
	find := s.locator()
	for _, project := range s.workspace.Projects(ctx) {
		found, err := navigate.Search(ctx, project, p.Query)
		if err != nil {
			return nil, err
		}
		for i := range found {
			of := &found[i]
			for _, at := range find.locations([]navigate.Place{of.Place}) {
				all = append(all, protocol.WorkspaceSymbol{Name: safetext.Line(of.Name), Kind: symbolKinds[of.Kind], ContainerName: safetext.Line(of.Detail), Location: at})
			}
		}
	}
	return all, nil
}

// codeLens answers with titles alone: no command that shows places is the same in all editors.
func (s *Server) codeLens(ctx context.Context, p *protocol.DocumentParams) (any, error) {
	s.mu.Lock()
	on := s.settings.CodeLens == nil || *s.settings.CodeLens
	s.mu.Unlock()
	doc := s.workspace.Document(p.TextDocument.URI)
	all := []protocol.CodeLens{}
	if doc == nil || !on {
		return all, nil
	}
	found, err := s.navigator.Lenses(ctx, s.workspace.Project(ctx, doc), doc)
	if err != nil {
		return nil, err
	}
	for _, l := range found {
		all = append(all, protocol.CodeLens{
			Range: doc.Range(l.Start, l.End, s.workspace.Encoding), Command: &protocol.Command{Title: safetext.Line(l.Title)},
		})
	}
	return all, nil
}
