package server

import (
	"context"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
)

func (s *Server) didOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) {
	s.changedOutside()
	s.changed(s.workspace.Open(&p.TextDocument), false)
}

func (s *Server) didChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) {
	s.changed(s.workspace.Change(p), false)
}

func (s *Server) didSave(_ context.Context, p *protocol.DocumentParams) {
	s.changedOutside()
	s.changed(s.workspace.Save(p.TextDocument.URI), true)
}

// changedOutside looks for what other programs have changed: a commit, and files if the client does not watch them.
func (s *Server) changedOutside() {
	s.workspace.Committed()
	if s.workspace.ChangedOnDisk() {
		s.checkOthers("")
	}
}

// changed checks a new version of a document, and the others that depend on it. onDisk says that its file may have
// changed, too.
func (s *Server) changed(doc *workspace.Document, onDisk bool) {
	if doc == nil {
		return
	}
	if onDisk && s.workspace.Changed(doc.Path) || s.workspace.Defines(doc) {
		s.checkOthers(doc.URI)
	}
	s.checks.add(doc) // the last one is checked first
}

// checkOthers checks all documents but one.
func (s *Server) checkOthers(uri string) {
	for _, other := range s.workspace.Documents() {
		if other.URI != uri {
			s.checks.add(other)
		}
	}
}

func (s *Server) didClose(ctx context.Context, p *protocol.DocumentParams) {
	doc := s.workspace.Document(p.TextDocument.URI)
	if doc == nil {
		return
	}
	s.workspace.Close(doc.URI)
	s.checks.clear(ctx, doc.URI)
	s.answers.remove(doc.URI)
	if s.workspace.Changed(doc.Path) { // what is on the disk counts again
		s.checkOthers(doc.URI)
	}
}

func (s *Server) didChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) {
	changed := false
	for _, event := range p.Changes {
		if path, ok := workspace.PathOf(event.URI); ok && s.workspace.Changed(path) {
			changed = true
		}
	}
	if changed {
		s.checkOthers("")
	}
}

func (s *Server) didChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) {
	s.workspace.ChangeFolders(paths(p.Event.Added), paths(p.Event.Removed))
	s.checkOthers("")
}

func paths(folders []protocol.WorkspaceFolder) []string {
	var list []string
	for _, f := range folders {
		if path, ok := workspace.PathOf(f.URI); ok {
			list = append(list, path)
		}
	}
	return list
}

func (s *Server) didChangeConfiguration(_ context.Context, p *configurationParams) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settings = p.settings()
}
