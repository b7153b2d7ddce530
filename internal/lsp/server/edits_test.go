package server_test

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/testkit/editor"
)

var randomEdits = flag.Int("edits", 1500, "how many random edits to send")

// TestRandomEdits sends random edits of a CRD and of an object while requests about them are answered. In the end, the
// server has to show what a fresh one shows for the same texts, and memory must not have grown.
func TestRandomEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 50))
	names := []string{"crds/lamps.yaml", "lamp.yaml"}
	texts := map[string]string{names[0]: lampCRD, names[1]: lamp}
	dir := project(t, map[string]string{".crdtool.yaml": "profile: strict\n", names[0]: lampCRD, names[1]: lamp})
	c := editor.Start(t, dir, "{}")
	for _, name := range names {
		c.Open(name)
	}
	warm := uint64(0)
	for i := range *randomEdits {
		name := names[random.IntN(2)]
		l := lines.Of([]byte(texts[name]))
		start := l.Offset(l.Position(random.IntN(len(l.Text)+1), lines.UTF16), lines.UTF16)
		end := max(start, l.Offset(l.Position(min(len(l.Text), start+random.IntN(5)), lines.UTF16), lines.UTF16))
		inserted := []string{"", "x", " ", "\n", ":", "'", "- ", "😀", "{", "]", "  hue: 1\n", "self.", "\t", "#", "&a", "*a", "---\n"}[random.IntN(17)]
		if len(l.Text) > 4000 {
			start, end, inserted = 0, len(l.Text), map[bool]string{true: lampCRD, false: lamp}[name == names[0]]
		}
		at := l.Range(start, end, lines.UTF16)
		texts[name] = string(l.Text[:start]) + inserted + string(l.Text[end:])
		c.Change(name, protocol.TextDocumentContentChangeEvent{Range: &at, Text: inserted})
		if i%10 == 0 {
			ask(t, c, name, l.Position(start, lines.UTF16))
		}
		if i%100 == 0 {
			c.Diagnostics(name)
		}
		if (i+1)%max(1, *randomEdits/10) == 0 {
			t.Logf("%d edits: %d kB of heap", i+1, heap()>>10)
		}
		if i == *randomEdits/3 {
			warm = heap()
		}
	}
	for _, name := range names {
		c.Diagnostics(name)
	}
	if now := heap(); now > 2*warm+20<<20 {
		t.Errorf("the heap grew from %d to %d MB", warm>>20, now>>20)
	}
	fresh := editor.Start(t, dir, "{}")
	for _, name := range names {
		fresh.Open(name, texts[name])
		c.Save(name, texts[name])
	}
	for _, name := range names {
		c.Change(name, protocol.TextDocumentContentChangeEvent{Text: texts[name]}) // a version that is surely answered anew
		c.Notify("textDocument/didSave", protocol.DocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.URI(name)}})
		want := editor.LinesOf(fresh.Diagnostics(name))
		c.WaitFor(name, func(list []protocol.Diagnostic) bool { return editor.LinesOf(list) == want })
	}
	t.Logf("%d edits; %d and %d MB of heap; %s", *randomEdits, warm>>20, heap()>>20, strings.Join(names, ", "))
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// ask sends a request of each kind about a place. Their answers are not looked at.
func ask(t *testing.T, c *editor.Client, name string, at protocol.Position) {
	t.Helper()
	doc := protocol.TextDocumentIdentifier{URI: c.URI(name)}
	place := protocol.TextDocumentPositionParams{TextDocument: doc, Position: at}
	for _, method := range []string{"completion", "hover", "definition", "signatureHelp"} {
		c.Call("textDocument/"+method, place, nil)
	}
	references := protocol.ReferenceParams{TextDocumentPositionParams: place}
	references.Context.IncludeDeclaration = true
	c.Call("textDocument/references", references, nil)
	_ = c.Try("textDocument/prepareRename", place, nil) // there may be nothing to rename
	for _, method := range []string{"documentSymbol", "codeLens", "foldingRange", "semanticTokens/full"} {
		c.Call("textDocument/"+method, protocol.DocumentParams{TextDocument: doc}, nil)
	}
	c.Call("textDocument/codeAction", protocol.CodeActionParams{TextDocument: doc, Range: protocol.Range{Start: at, End: at}}, nil)
	c.Call("textDocument/inlayHint", protocol.RangeParams{TextDocument: doc, Range: protocol.Range{Start: at, End: at}}, nil)
}
