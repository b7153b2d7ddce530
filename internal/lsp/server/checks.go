package server

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/internal/input/deadline"
	"github.com/crdtool/crdtool/internal/lsp/diagnose"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// checks are the documents whose diagnostics are to be published. One document is checked at a time, the one that was
// changed last first, so that what is typed is answered before what depends on it.
type checks struct {
	server *Server
	wake   chan struct{}
	// idle is sent to when all documents are checked.
	idle chan struct{}

	mu      sync.Mutex
	waiting []*workspace.Document // the last one is next
	// stop ends the running check.
	stop    context.CancelFunc
	running string // its document
	// shown are the documents with diagnostics in the editor.
	shown map[string]bool
}

func newChecks(s *Server) *checks {
	return &checks{server: s, wake: make(chan struct{}, 1), idle: make(chan struct{}, 1), shown: map[string]bool{}}
}

// add has a version of a document checked. A check of an older version ends.
func (c *checks) add(doc *workspace.Document) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(doc.URI)
	c.waiting = append(c.waiting, doc)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// remove removes a document, and ends its check.
func (c *checks) remove(uri string) {
	for i, doc := range c.waiting {
		if doc.URI == uri {
			c.waiting = append(c.waiting[:i], c.waiting[i+1:]...)
			break
		}
	}
	if c.running == uri {
		c.stop()
	}
}

// clear removes a closed document and its diagnostics.
func (c *checks) clear(ctx context.Context, uri string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(uri)
	if c.shown[uri] {
		delete(c.shown, uri)
		_ = c.server.rpc.Notify(ctx, "textDocument/publishDiagnostics", protocol.PublishDiagnosticsParams{URI: uri, Diagnostics: []protocol.Diagnostic{}})
	}
}

// run checks documents until the context is done.
func (c *checks) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		for c.next(ctx) {
		}
		select {
		case c.idle <- struct{}{}:
		default:
		}
	}
}

// next checks a document. It reports false if none waits.
func (c *checks) next(ctx context.Context) bool {
	c.mu.Lock()
	last := len(c.waiting) - 1
	if last < 0 {
		c.mu.Unlock()
		return false
	}
	doc := c.waiting[last]
	c.waiting = c.waiting[:last]
	check, stop := context.WithCancel(ctx)
	c.stop, c.running = stop, doc.URI
	c.mu.Unlock()

	list := c.server.limitedDiagnostics(check, doc)

	c.mu.Lock()
	defer c.mu.Unlock()
	outdated := check.Err() != nil
	stop() // it also ends what it can of work that was given up
	c.running = ""
	if outdated {
		return true
	}
	c.shown[doc.URI] = len(list) > 0
	// The lock orders what is published: no version follows a newer one.
	_ = c.server.rpc.Notify(ctx, "textDocument/publishDiagnostics", protocol.PublishDiagnosticsParams{URI: doc.URI, Version: &doc.Version, Diagnostics: list})
	return true
}

// limitedDiagnostics returns the diagnostics of a document, or one that says that it takes too long. A newer version waits
// until the work on an older one ends.
func (s *Server) limitedDiagnostics(ctx context.Context, doc *workspace.Document) []protocol.Diagnostic {
	list, err := within(ctx, s.limiter, task{"textDocument/publishDiagnostics", doc.URI}, doc.Name, func(ctx context.Context) []protocol.Diagnostic {
		return s.diagnostics(ctx, doc)
	}, func() {
		if newest := s.workspace.Document(doc.URI); newest != nil && newest.Lines != doc.Lines {
			s.checks.add(newest)
		}
	})
	if err == nil {
		return list
	}
	line := 1
	if exceeded := new(deadline.Exceeded); errors.As(err, &exceeded) {
		line = exceeded.Line
	}
	return []protocol.Diagnostic{{
		Range: diagnose.RangeOf(doc.Lines, s.workspace.Encoding, report.Pos{Line: line}), Severity: protocol.SeverityError,
		Source: diagnose.Source, Message: safetext.Line(err.Error()),
	}}
}

// diagnostics returns those of a document.
func (s *Server) diagnostics(ctx context.Context, doc *workspace.Document) []protocol.Diagnostic {
	p := s.workspace.Project(ctx, doc)
	list := []protocol.Diagnostic{}
	if ctx.Err() != nil {
		return list
	}
	linesOf := linesIn(p)
	if doc.IsGo() {
		return s.goDiagnostics(p, doc, linesOf)
	}
	found := diagnose.Document(ctx, p, doc)
	if ctx.Err() == nil {
		s.answers.keep(doc, found)
	}
	for i := range found {
		list = append(list, diagnose.Diagnostic(&found[i], doc.Lines, s.workspace.Encoding, linesOf))
	}
	for _, faded := range s.fadedFields(ctx, p, doc) {
		// That an unknown field is dropped need not be said beside its error, nor the server's warning twice.
		if !slices.ContainsFunc(list, func(d protocol.Diagnostic) bool {
			return d.Range == faded.Range || d.Range.Start.Line == faded.Range.Start.Line && d.Message == faded.Message
		}) {
			list = append(list, faded)
		}
	}
	return list
}

// linesIn returns a function that reads the lines of files of a project; it returns nil for a file that cannot be read.
func linesIn(p *workspace.Project) func(name string) *lines.Lines {
	texts := map[string]*lines.Lines{}
	return func(name string) *lines.Lines {
		if l, ok := texts[name]; ok {
			return l
		}
		var l *lines.Lines
		if text, err := p.Files.Load(name); err == nil {
			l = lines.Of(text)
		}
		texts[name] = l
		return l
	}
}

// prepare reads what completions need whenever all documents are checked.
func (s *Server) prepare(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.checks.idle:
		}
		for _, doc := range s.workspace.Documents() {
			p := s.workspace.Project(ctx, doc)
			p.ReadObjects(ctx)
			if doc.IsManifest() {
				p.MakeSkeletons(ctx, doc)
			}
		}
	}
}
