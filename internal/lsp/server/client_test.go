package server_test

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

// A client speaks the protocol with a server over two pipes, byte by byte.
type client struct {
	t    *testing.T
	root string
	to   io.WriteCloser
	done chan error

	mu        sync.Mutex
	changed   *sync.Cond
	last      int
	answers   map[string]answer
	published map[string][]protocol.PublishDiagnosticsParams // by URI, in their order
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

// start starts a server and initializes it in a folder, with the capabilities of the client as JSON.
func start(t *testing.T, root, capabilities string) *client {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	c := &client{
		t: t, root: root, to: toServer, done: make(chan error, 1), answers: map[string]answer{},
		published: map[string][]protocol.PublishDiagnosticsParams{}, versions: map[string]int32{},
	}
	c.changed = sync.NewCond(&c.mu)
	go func() { c.done <- server.Run(context.Background(), fromClient, toClient, "test") }()
	go c.read(bufio.NewReader(fromServer))
	c.call("initialize", map[string]any{"processId": nil, "rootUri": workspace.URIOf(root), "capabilities": json.RawMessage(capabilities)}, nil)
	c.notify("initialized", struct{}{})
	t.Cleanup(func() {
		c.call("shutdown", nil, nil)
		c.notify("exit", nil)
		if err := <-c.done; err != nil {
			t.Error(err)
		}
		_ = c.to.Close()
	})
	return c
}

// read reads messages until the stream ends.
func (c *client) read(from *bufio.Reader) {
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

func (c *client) take(m *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.changed.Broadcast()
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		var p protocol.PublishDiagnosticsParams
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.published[p.URI] = append(c.published[p.URI], p)
	case m.Method != "" && m.ID != nil:
		go c.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": nil})
	case m.ID != nil:
		c.answers[string(m.ID)] = *m
	}
}

func (c *client) send(message map[string]any) {
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

func (c *client) notify(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// call sends a request and reads its result. It fails for an error.
func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if err := c.try(method, params, result); err != nil {
		c.t.Errorf("%s: %v", method, err)
	}
}

func (c *client) try(method string, params, result any) error {
	c.mu.Lock()
	c.last++
	id := strconv.Itoa(c.last)
	c.mu.Unlock()
	c.send(map[string]any{"jsonrpc": "2.0", "id": json.RawMessage(id), "method": method, "params": params})
	var a answer
	c.wait(func() bool {
		var ok bool
		a, ok = c.answers[id]
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

// wait waits until a condition about what the server sent is true.
func (c *client) wait(until func() bool) {
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

func (c *client) uri(name string) string { return workspace.URIOf(filepath.Join(c.root, name)) }

// open opens a document with the text of its file, or with another one.
func (c *client) open(name string, text ...string) {
	if len(text) == 0 {
		read, err := os.ReadFile(filepath.Join(c.root, name))
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
	c.notify("textDocument/didOpen", protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{
		URI: c.uri(name), LanguageID: language, Version: 1, Text: text[0],
	}})
}

// change sends the next version of a document.
func (c *client) change(name string, changes ...protocol.TextDocumentContentChangeEvent) {
	c.versions[name]++
	c.notify("textDocument/didChange", protocol.DidChangeTextDocumentParams{
		TextDocument: protocol.VersionedTextDocumentIdentifier{URI: c.uri(name), Version: c.versions[name]}, ContentChanges: changes,
	})
}

// save saves a document on the disk, as an editor does.
func (c *client) save(name, text string) {
	if err := os.WriteFile(filepath.Join(c.root, name), []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
	c.notify("textDocument/didSave", protocol.DocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(name)}})
}

// diagnostics returns those of the newest version of a document once the server has published them. It checks that no
// version came after a newer one.
func (c *client) diagnostics(name string) []protocol.Diagnostic {
	c.t.Helper()
	uri := c.uri(name)
	c.wait(func() bool {
		list := c.published[uri]
		return len(list) > 0 && list[len(list)-1].Version != nil && *list[len(list)-1].Version == c.versions[name]
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.published[uri]
	for i := 1; i < len(list); i++ {
		if a, b := list[i-1].Version, list[i].Version; a != nil && b != nil && *a > *b {
			c.t.Errorf("%s: diagnostics of version %d came after those of %d", name, *b, *a)
		}
	}
	return list[len(list)-1].Diagnostics
}

// lineOf prints a diagnostic in one line.
func lineOf(d *protocol.Diagnostic) string {
	first, _, _ := strings.Cut(d.Message, "\n")
	return fmt.Sprintf("%d:%d %d %s [%s]", d.Range.Start.Line+1, d.Range.Start.Character+1, d.Severity, first, d.Code)
}

func linesOf(list []protocol.Diagnostic) string {
	var b strings.Builder
	for i := range list {
		b.WriteString(lineOf(&list[i]) + "\n")
	}
	return b.String()
}
