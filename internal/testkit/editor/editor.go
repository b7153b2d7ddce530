// Package editor is a client of the language server, for tests. It speaks the protocol byte by byte, over two pipes.
package editor

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/server"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
)

// A Client is an editor.
type Client struct {
	t *testing.T
	// Root is the folder that is open.
	Root string
	to   io.WriteCloser
	done chan error
	// stopped is set once the server was asked to end.
	stopped bool

	mu        sync.Mutex
	changed   *sync.Cond
	last      int
	answers   map[string]answer
	published map[string]protocol.PublishDiagnosticsParams // the last, by URI
	versions  map[string]int32
}

type answer struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// Start starts a server and initializes it in a folder, with the capabilities of the client as JSON.
func Start(t *testing.T, root, capabilities string) *Client {
	return StartWith(t, root, capabilities, server.Options{Version: "test"})
}

// StartWith starts a server with options.
func StartWith(t *testing.T, root, capabilities string, o server.Options) *Client {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	c := &Client{
		t: t, Root: root, to: toServer, done: make(chan error, 1), answers: map[string]answer{},
		published: map[string]protocol.PublishDiagnosticsParams{}, versions: map[string]int32{},
	}
	c.changed = sync.NewCond(&c.mu)
	go func() { c.done <- server.Run(context.Background(), fromClient, toClient, o) }()
	go c.read(bufio.NewReader(fromServer))
	c.Call("initialize", map[string]any{"processId": nil, "rootUri": workspace.URIOf(root), "capabilities": json.RawMessage(capabilities)}, nil)
	c.Notify("initialized", struct{}{})
	t.Cleanup(c.Stop)
	return c
}

// Stop ends the server; a test ends it, too.
func (c *Client) Stop() {
	if c.stopped {
		return
	}
	c.stopped = true
	c.Call("shutdown", nil, nil)
	c.Notify("exit", nil)
	if err := <-c.done; err != nil {
		c.t.Error(err)
	}
	_ = c.to.Close()
}

// Close closes a document, and forgets what was published about it.
func (c *Client) Close(name string) {
	c.Notify("textDocument/didClose", protocol.DocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.URI(name)}})
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.published, c.URI(name))
}

// read reads messages until the stream ends.
func (c *Client) read(from *bufio.Reader) {
	for {
		length := 0
		for {
			line, err := from.ReadString('\n')
			if err != nil {
				return
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if text, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				length, _ = strconv.Atoi(text)
			}
		}
		text := make([]byte, length)
		if _, err := io.ReadFull(from, text); err != nil {
			return
		}
		var m answer
		if err := json.Unmarshal(text, &m); err != nil {
			c.t.Errorf("the server sent %q: %v", text, err)
			return
		}
		c.take(&m)
	}
}

func (c *Client) take(m *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.changed.Broadcast()
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		var p protocol.PublishDiagnosticsParams
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Error(err)
		}
		if a, b := c.published[p.URI].Version, p.Version; a != nil && b != nil && *a > *b {
			c.t.Errorf("%s: diagnostics of version %d came after those of %d", p.URI, *b, *a)
		}
		c.published[p.URI] = p
	case m.Method != "" && m.ID != nil:
		go c.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": nil})
	case m.ID != nil:
		c.answers[string(m.ID)] = *m
	}
}

func (c *Client) send(message map[string]any) {
	text, err := json.Marshal(message)
	if err != nil {
		c.t.Error(err)
		return
	}
	for _, part := range []string{"Content-Length: " + strconv.Itoa(len(text)) + "\r\n\r\n", string(text)} {
		if _, err := io.WriteString(c.to, part); err != nil {
			c.t.Error(err)
		}
	}
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// Call sends a request and reads its result. It fails for an error.
func (c *Client) Call(method string, params, result any) {
	c.t.Helper()
	if err := c.Try(method, params, result); err != nil {
		c.t.Errorf("%s: %v", method, err)
	}
}

// Try sends a request, reads its result and returns its error.
func (c *Client) Try(method string, params, result any) error {
	c.mu.Lock()
	c.last++
	id := strconv.Itoa(c.last)
	c.mu.Unlock()
	c.send(map[string]any{"jsonrpc": "2.0", "id": json.RawMessage(id), "method": method, "params": params})
	var a answer
	c.Wait(func() bool {
		var ok bool
		a, ok = c.answers[id]
		delete(c.answers, id)
		return ok
	})
	if a.Error != nil {
		return fmt.Errorf("%d: %s", a.Error.Code, a.Error.Message)
	}
	if result != nil {
		return json.Unmarshal(a.Result, result)
	}
	return nil
}

// Wait waits until a condition about what the server sent is true.
func (c *Client) Wait(until func() bool) {
	c.t.Helper()
	late := time.AfterFunc(time.Minute, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.changed.Broadcast()
	})
	defer late.Stop()
	limit := time.Now().Add(time.Minute)
	c.mu.Lock()
	defer c.mu.Unlock()
	for !until() {
		if time.Now().After(limit) {
			c.t.Fatal("the server does not answer")
		}
		c.changed.Wait()
	}
}

// URI returns the URI of a file below the root.
func (c *Client) URI(name string) string { return workspace.URIOf(filepath.Join(c.Root, name)) }

// Open opens a document with the text of its file, or with another one.
func (c *Client) Open(name string, text ...string) {
	if len(text) == 0 {
		read, err := os.ReadFile(filepath.Join(c.Root, name))
		if err != nil {
			c.t.Fatal(err)
		}
		text = []string{string(read)}
	}
	language := strings.TrimPrefix(filepath.Ext(name), ".")
	if language == "yml" {
		language = "yaml"
	}
	c.versions[name] = 1
	c.Notify("textDocument/didOpen", protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{
		URI: c.URI(name), LanguageID: language, Version: 1, Text: text[0],
	}})
}

// Change sends the next version of a document.
func (c *Client) Change(name string, changes ...protocol.TextDocumentContentChangeEvent) {
	c.versions[name]++
	c.Notify("textDocument/didChange", protocol.DidChangeTextDocumentParams{
		TextDocument: protocol.VersionedTextDocumentIdentifier{URI: c.URI(name), Version: c.versions[name]}, ContentChanges: changes,
	})
}

// Save saves a document on the disk, as an editor does.
func (c *Client) Save(name, text string) {
	if err := os.WriteFile(filepath.Join(c.Root, name), []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
	c.Notify("textDocument/didSave", protocol.DocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.URI(name)}})
}

// Diagnostics returns those of the newest version of a document once the server has published them. The client checks that
// no version comes after a newer one.
func (c *Client) Diagnostics(name string) []protocol.Diagnostic {
	c.t.Helper()
	uri := c.URI(name)
	c.Wait(func() bool {
		last := c.published[uri]
		return last.Version != nil && *last.Version == c.versions[name]
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.published[uri].Diagnostics
}

// LineOf prints a diagnostic in one line.
func LineOf(d *protocol.Diagnostic) string {
	first, _, _ := strings.Cut(d.Message, "\n")
	return fmt.Sprintf("%d:%d %d %s [%s]", d.Range.Start.Line+1, d.Range.Start.Character+1, d.Severity, first, d.Code)
}

// LinesOf prints diagnostics, one in a line.
func LinesOf(list []protocol.Diagnostic) string {
	var b strings.Builder
	for i := range list {
		b.WriteString(LineOf(&list[i]) + "\n")
	}
	return b.String()
}

// WaitFor waits until the diagnostics of a document are as a function says. It fails the test if they do not become so.
func (c *Client) WaitFor(name string, are func([]protocol.Diagnostic) bool) {
	c.t.Helper()
	c.Wait(func() bool {
		last, ok := c.published[c.URI(name)]
		return ok && are(last.Diagnostics)
	})
}
