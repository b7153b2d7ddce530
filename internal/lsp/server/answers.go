package server

import (
	"context"
	"sync"

	"github.com/crdtool/crdtool/internal/lsp/diagnose"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/report"
)

// answers are the findings of the last check of each open document, for code actions. They need no bound: closed
// documents are removed.
type answers struct {
	mu    sync.Mutex
	byURI map[string]checked
}

// checked are the findings about a version of a document.
type checked struct {
	version  int32
	findings []report.Finding
}

func (a *answers) keep(doc *workspace.Document, found []report.Finding) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.byURI == nil {
		a.byURI = map[string]checked{}
	}
	a.byURI[doc.URI] = checked{doc.Version, found}
}

func (a *answers) remove(uri string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.byURI, uri)
}

func (a *answers) of(doc *workspace.Document) ([]report.Finding, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c, ok := a.byURI[doc.URI]
	return c.findings, ok && c.version == doc.Version
}

// findings returns the findings about a document that the editor shows.
func (s *Server) findings(ctx context.Context, p *workspace.Project, doc *workspace.Document) []report.Finding {
	if found, ok := s.answers.of(doc); ok {
		return found
	}
	return diagnose.Document(ctx, p, doc)
}
