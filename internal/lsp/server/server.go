// Package server answers the messages of an editor.
package server

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"

	"github.com/crdtool/crdtool/internal/lsp/navigate"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

// Options are the properties of a server.
type Options struct {
	Version string
	// DocumentTimeout limits the time of an answer about a document; 0 for no limit.
	DocumentTimeout time.Duration
}

// A Server has one client.
type Server struct {
	version   string
	limiter   *limiter
	workspace *workspace.Workspace
	rpc       *jrpc2.Server
	client    protocol.ClientCapabilities
	checks    *checks
	navigator *navigate.Navigator
	answers   answers

	mu       sync.Mutex
	state    state
	settings settings
}

// A state is that of the connection.
type state int

const (
	created state = iota
	initialized
	shutDown
)

// Run answers the messages of a client until it exits, closes its stream, or the context is done. It returns an error
// if the client did not ask it to shut down before.
func Run(parent context.Context, in io.Reader, out io.WriteCloser, o Options) error {
	s := &Server{version: o.Version, limiter: newLimiter(o.DocumentTimeout), workspace: workspace.New(), navigator: navigate.New()}
	ctx, stop := context.WithCancel(parent)
	defer stop()
	s.rpc = jrpc2.NewServer(inOrder{s, s.methods(stop)}, &jrpc2.ServerOptions{
		AllowPush: true, DisableBuiltin: true, Concurrency: runtime.GOMAXPROCS(0) + 1,
		NewContext: func() context.Context { return ctx },
	})
	s.checks = newChecks(s)
	go s.checks.run(ctx)
	go s.prepare(ctx)
	s.rpc.Start(newStream(in, out))
	closed := make(chan error, 1)
	go func() { closed <- s.rpc.Wait() }() // it waits for the end of the stream, also after the request to exit
	var err error
	select {
	case <-ctx.Done():
	case err = <-closed:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.state == shutDown, parent.Err() != nil, s.state == created && err == nil:
		return nil
	case err == nil, errors.Is(err, io.EOF):
		return errors.New("the editor ended the connection without a request to shut down")
	}
	return err
}

// methods returns the handlers. Methods that are not listed are answered with an error, or ignored if they need no
// answer, as the protocol asks for.
func (s *Server) methods(exit func()) handler.Map {
	return handler.Map{
		"initialize":                          request(s, s.initialize),
		"initialized":                         s.notification(s.initialized),
		"shutdown":                            s.shutdown,
		"exit":                                func(context.Context, *jrpc2.Request) (any, error) { exit(); return nil, nil },
		"$/cancelRequest":                     s.cancel,
		"textDocument/didOpen":                notify(s.didOpen),
		"textDocument/didChange":              notify(s.didChange),
		"textDocument/didSave":                notify(s.didSave),
		"textDocument/didClose":               notify(s.didClose),
		"workspace/didChangeWatchedFiles":     notify(s.didChangeWatchedFiles),
		"workspace/didChangeWorkspaceFolders": notify(s.didChangeWorkspaceFolders),
		"workspace/didChangeConfiguration":    notify(s.didChangeConfiguration),
		"textDocument/completion":             request(s, s.completion),
		"textDocument/hover":                  request(s, s.hover),
		"textDocument/signatureHelp":          request(s, s.signatureHelp),
		"textDocument/definition":             request(s, s.definition),
		"textDocument/references":             request(s, s.references),
		"textDocument/prepareRename":          request(s, s.prepareRename),
		"textDocument/rename":                 request(s, s.rename),
		"textDocument/documentSymbol":         request(s, s.documentSymbol),
		"textDocument/codeLens":               request(s, s.codeLens),
		"workspace/symbol":                    request(s, s.workspaceSymbol),
		"textDocument/codeAction":             request(s, s.codeActions),
		"codeAction/resolve":                  request(s, s.resolveCodeAction),
		"textDocument/inlayHint":              request(s, s.inlayHints),
		"textDocument/foldingRange":           request(s, s.foldingRanges),
		"textDocument/semanticTokens/full":    request(s, s.semanticTokens),
	}
}

// inOrder refuses requests before initialize and after shutdown, as the protocol asks for.
type inOrder struct {
	server  *Server
	methods handler.Map
}

// Assign returns the handler of a method.
func (o inOrder) Assign(ctx context.Context, method string) jrpc2.Handler {
	o.server.mu.Lock()
	defer o.server.mu.Unlock()
	switch {
	case o.server.state == created && method != "initialize" && method != "exit":
		return refuse(jrpc2.Errorf(serverNotInitialized, "initialize comes first"))
	case o.server.state == shutDown && method != "exit":
		return refuse(jrpc2.Errorf(jrpc2.InvalidRequest, "the server was shut down"))
	}
	return o.methods.Assign(ctx, method)
}

// serverNotInitialized is the error of the protocol for requests before initialize.
const serverNotInitialized = -32002

func refuse(err error) jrpc2.Handler {
	return func(context.Context, *jrpc2.Request) (any, error) { return nil, err }
}

// request makes a handler of a function of a request. The time of requests about a document is limited.
func request[P, R any](s *Server, answer func(context.Context, *P) (R, error)) jrpc2.Handler {
	type outcome struct {
		result R
		err    error
	}
	return func(ctx context.Context, r *jrpc2.Request) (any, error) {
		p := new(P)
		if err := r.UnmarshalParams(p); err != nil {
			return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%v", err)
		}
		answerTo := func(ctx context.Context) (o outcome) {
			o.result, o.err = answer(ctx, p)
			return o
		}
		var o outcome
		var err error
		if doc := s.subject(r); doc == nil {
			o = answerTo(ctx)
		} else {
			o, err = within(ctx, s.limiter, task{r.Method(), doc.URI}, doc.Name, answerTo, nil)
		}
		switch {
		case ctx.Err() != nil:
			return nil, requestCancelled
		case err != nil:
			return nil, jrpc2.Errorf(requestFailed, "%s", safetext.Line(err.Error()))
		}
		return o.result, o.err
	}
}

// subject returns the open document that a request is about, or nil.
func (s *Server) subject(r *jrpc2.Request) *workspace.Document {
	var p struct {
		TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
		Data         protocol.CodeActionData         `json:"data"` // of an action to resolve
	}
	if err := r.UnmarshalParams(&p); err != nil {
		return nil
	}
	return s.workspace.Document(cmp.Or(p.TextDocument.URI, p.Data.URI))
}

// requestCancelled is the error of a request that the client has cancelled.
var requestCancelled = jrpc2.Errorf(-32800, "cancelled")

// notify makes a handler of a function of a notification. Notifications are handled one after the other.
func notify[P any](take func(context.Context, *P)) jrpc2.Handler {
	return func(ctx context.Context, r *jrpc2.Request) (any, error) {
		p := new(P)
		if err := r.UnmarshalParams(p); err == nil {
			take(ctx, p)
		}
		return nil, nil
	}
}

func (s *Server) notification(take func(context.Context)) jrpc2.Handler {
	return func(ctx context.Context, _ *jrpc2.Request) (any, error) {
		take(ctx)
		return nil, nil
	}
}

func (s *Server) initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != created {
		return nil, jrpc2.Errorf(jrpc2.InvalidRequest, "initialize was sent before")
	}
	s.state, s.client = initialized, p.Capabilities
	s.settings.read(p.InitializationOptions)
	encoding := protocol.UTF16
	for _, e := range p.Capabilities.General.PositionEncodings {
		if e == protocol.UTF8 {
			encoding = e
		}
	}
	s.workspace.Encoding = encoding == protocol.UTF8
	s.workspace.Watched = p.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
	var folders []string
	for _, f := range p.WorkspaceFolders {
		if path, ok := workspace.PathOf(f.URI); ok {
			folders = append(folders, path)
		}
	}
	if path, ok := workspace.PathOf(p.RootURI); ok && len(folders) == 0 {
		folders = append(folders, path)
	} else if p.RootPath != "" && len(folders) == 0 {
		folders = append(folders, p.RootPath)
	}
	if len(folders) > 0 {
		// Findings name files from the folder that is open. A folder that is gone changes nothing.
		_ = os.Chdir(folders[0])
	}
	s.workspace.SetFolders(folders)
	return &protocol.InitializeResult{
		Capabilities: capabilities(encoding),
		ServerInfo:   protocol.ServerInfo{Name: "crdtool", Version: s.version},
	}, nil
}

func capabilities(encoding string) protocol.ServerCapabilities {
	return protocol.ServerCapabilities{
		PositionEncoding:   encoding,
		TextDocumentSync:   protocol.TextDocumentSync{OpenClose: true, Change: 2, Save: &protocol.SaveOptions{}},
		DefinitionProvider: true, ReferencesProvider: true, DocumentSymbolProvider: true, WorkspaceSymbolProvider: true,
		HoverProvider:         true,
		CompletionProvider:    &protocol.CompletionOptions{TriggerCharacters: []string{".", ":", " ", "-", "'", "\"", "(", "[", "+"}},
		SignatureHelpProvider: &protocol.SignatureHelpOptions{TriggerCharacters: []string{"(", ","}},
		RenameProvider:        &protocol.RenameOptions{PrepareProvider: true},
		CodeLensProvider:      &protocol.CodeLensOptions{},
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []string{protocol.QuickFix, protocol.FixAll, protocol.Refactor}, ResolveProvider: true,
		},
		InlayHintProvider:      true,
		FoldingRangeProvider:   true,
		SemanticTokensProvider: &protocol.SemanticTokensOptions{Full: true, Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes(), TokenModifiers: []string{}}},
		Workspace:              &protocol.WorkspaceCapabilities{WorkspaceFolders: protocol.WorkspaceFoldersCapability{Supported: true, ChangeNotifications: true}},
	}
}

// initialized asks for the events of files, if the client has them.
func (s *Server) initialized(ctx context.Context) {
	if !s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	watched := protocol.FileSystemWatchers{Watchers: []protocol.FileSystemWatcher{{GlobPattern: "**/*.{yaml,yml,json,go}"}, {GlobPattern: "**/{.gitignore,PROJECT,go.mod}"}}}
	go func() {
		_, _ = s.rpc.Callback(ctx, "client/registerCapability", protocol.RegistrationParams{Registrations: []protocol.Registration{
			{ID: "files", Method: "workspace/didChangeWatchedFiles", RegisterOptions: watched},
		}})
	}()
}

func (s *Server) shutdown(context.Context, *jrpc2.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = shutDown
	return nil, nil
}

// cancel cancels a request.
func (s *Server) cancel(_ context.Context, r *jrpc2.Request) (any, error) {
	var p struct {
		ID requestID `json:"id"`
	}
	if err := r.UnmarshalParams(&p); err == nil {
		s.rpc.CancelRequest(string(p.ID))
	}
	return nil, nil
}

// A requestID is a number or a string as it is written.
type requestID string

// UnmarshalJSON keeps the text.
func (id *requestID) UnmarshalJSON(text []byte) error {
	*id = requestID(text)
	return nil
}
