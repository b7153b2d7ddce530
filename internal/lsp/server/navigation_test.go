package server

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
)

const navigationCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shops.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Shop, plural: shops}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - {rule: self.replicas <= 3, message: "äöü too many"}
            properties: {replicas: {type: integer}}
`

const navigationObject = "apiVersion: example.com/v1\nkind: Shop\nmetadata: {name: one}\nspec: {replicas: 5}\n"

// TestNavigation asks for all answers of navigation over a connection.
func TestNavigation(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{".crdtool.yaml": "{}\n", "crd.yaml": navigationCRD, "shop.yaml": navigationObject} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	crd, shop := workspace.URIOf("crd.yaml"), workspace.URIOf("shop.yaml")
	c := connect(t, dir)
	c.notify("textDocument/didOpen", protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: shop, LanguageID: "yaml", Version: 7, Text: navigationObject}})
	c.notify("textDocument/didOpen", protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: crd, LanguageID: "yaml", Version: 3, Text: navigationCRD}})

	at := protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: shop}, Position: protocol.Position{Line: 3, Character: 8}}
	rename := map[string]any{"textDocument": at.TextDocument, "position": at.Position, "newName": "count"}
	for _, q := range []struct {
		method string
		params any
		want   []string
	}{
		{"textDocument/definition", at, []string{`"targetUri":"` + crd + `"`, `"targetSelectionRange":{"start":{"line":19,"character":25},"end":{"line":19,"character":33}}`}},
		{"textDocument/references", map[string]any{"textDocument": at.TextDocument, "position": at.Position, "context": map[string]any{"includeDeclaration": true}}, []string{
			`{"start":{"line":18,"character":26},"end":{"line":18,"character":34}}`, `{"start":{"line":19,"character":25}`, `{"start":{"line":3,"character":7}`,
		}},
		{"textDocument/prepareRename", at, []string{`"placeholder":"replicas"`, `"start":{"line":3,"character":7}`}},
		{"textDocument/rename", rename, []string{`"description":"Stored objects lose .spec.replicas: `, `"version":7`, `"version":3`, `"newText":"count","annotationId":"rename"`}},
		{"textDocument/documentSymbol", protocol.DocumentParams{TextDocument: at.TextDocument}, []string{`"name":"Shop/one"`, `"name":"replicas"`}},
		{"workspace/symbol", protocol.WorkspaceSymbolParams{Query: "shop/one"}, []string{`[{"name":"Shop/one","kind":19,"containerName":"example.com/v1","location":{"uri":"` + shop}},
		{"textDocument/codeLens", protocol.DocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: crd}}, []string{
			`"title":"1 object in the workspace"`, `"title":"1 object in the workspace refused by this rule"`,
		}},
	} {
		got := c.call(q.method, q.params)
		for _, want := range q.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: got %s, want %s in it", q.method, got, want)
			}
		}
	}
	if got := <-c.messages; !strings.Contains(got, `{"type":2,"message":"Stored objects lose .spec.replicas: `) {
		t.Errorf("message of a rename: got %s", got)
	}
	rename["newName"] = "a b"
	if _, err := c.client.Call(t.Context(), "textDocument/rename", rename); err == nil || !strings.Contains(err.Error(), "is no name for a field") {
		t.Errorf("rename to an invalid name: got %v", err)
	}
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"codeLens": false}})
	if got := c.call("textDocument/codeLens", protocol.DocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: crd}}); got != "[]" {
		t.Errorf("without code lenses: got %s", got)
	}
}

// A connection is that of an editor with all abilities.
type connection struct {
	t        *testing.T
	client   *jrpc2.Client
	messages chan string // those that the editor shows
}

func connect(t *testing.T, dir string) *connection {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	go func() { _ = Run(t.Context(), fromClient, toClient, Options{Version: "test"}) }()
	c := &connection{t: t, messages: make(chan string, 9)}
	c.client = jrpc2.NewClient(channel.Header("")(fromServer, toServer), &jrpc2.ClientOptions{OnNotify: func(r *jrpc2.Request) {
		if r.Method() == "window/showMessage" {
			c.messages <- r.ParamString()
		}
	}})
	c.call("initialize", json.RawMessage(`{"workspaceFolders":[{"uri":"`+workspace.URIOf(dir)+`"}],"capabilities":{
		"workspace":{"workspaceEdit":{"documentChanges":true,"changeAnnotationSupport":{}}},"textDocument":{"definition":{"linkSupport":true}}}}`))
	t.Cleanup(func() {
		_, _ = c.client.Call(t.Context(), "shutdown", nil)
		_ = c.client.Close()
	})
	return c
}

func (c *connection) notify(method string, params any) {
	c.t.Helper()
	if err := c.client.Notify(c.t.Context(), method, params); err != nil {
		c.t.Fatal(err)
	}
}

func (c *connection) call(method string, params any) string {
	c.t.Helper()
	r, err := c.client.Call(c.t.Context(), method, params)
	if err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
	return r.ResultString()
}
