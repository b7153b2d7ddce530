package main

import (
	"cmp"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/server"
	"github.com/crdtool/crdtool/internal/testkit/editor"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// TestHostileInEditors opens each family of TestHostile in the language server, and asks about it. The server answers, or
// says that a document takes too long.
func TestHostileInEditors(t *testing.T) {
	for _, f := range hostileFamilies {
		t.Run(f.name, func(t *testing.T) {
			n := cmp.Or(*hostileSize, sweep.Times(2<<10, 8<<10)) / f.each
			files := map[string]string{"crd.yaml": f.crd(n)}
			if f.object != nil {
				files["object.yaml"] = f.object(n)
			}
			dir := folder(t, files)
			t.Chdir(dir)
			c := editor.StartWith(t, dir, "{}", server.Options{Version: "test", DocumentTimeout: 30 * time.Second})
			for name := range files {
				c.Open(name)
				c.Diagnostics(name)
				askAboutHostile(c, name)
			}
		})
	}
}

// askAboutHostile sends requests about a document. An error is an answer, too.
func askAboutHostile(c *editor.Client, name string) {
	doc := protocol.TextDocumentIdentifier{URI: c.URI(name)}
	for _, at := range []protocol.Position{{Line: 4, Character: 2}, {Line: 18, Character: 12}} {
		for _, method := range []string{"completion", "hover", "definition", "references"} {
			_ = c.Try("textDocument/"+method, protocol.TextDocumentPositionParams{TextDocument: doc, Position: at}, nil)
		}
	}
	for _, method := range []string{"documentSymbol", "codeLens", "foldingRange", "semanticTokens/full"} {
		_ = c.Try("textDocument/"+method, protocol.DocumentParams{TextDocument: doc}, nil)
	}
	whole := protocol.Range{End: protocol.Position{Line: 1 << 20}}
	_ = c.Try("textDocument/codeAction", protocol.CodeActionParams{TextDocument: doc, Range: whole}, nil)
	_ = c.Try("textDocument/inlayHint", protocol.RangeParams{TextDocument: doc, Range: whole}, nil)
}
