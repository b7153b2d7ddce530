package server_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/testkit/editor"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

const (
	typesFile = "api/v1/shop_types.go"
	shopsFile = "crd.yaml"
)

// operatorArchive is named in full, as a server changes the working directory.
var operatorArchive, _ = filepath.Abs("../navigate/testdata/operator.txtar")

// operator returns the files of a project whose CRD is generated from Go.
func operator(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(operatorArchive)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{".git/HEAD": ""}
	for _, f := range golden.Parse(text).Files {
		files[f.Name] = string(f.Data)
	}
	files[shopsFile] = replaced(t, files[shopsFile], "        properties:\n          spec:", "        properties:\n          metadata:\n            type: object\n          spec:")
	return files
}

// replaced returns a text with a part replaced, which has to be there.
func replaced(t *testing.T, text, from, to string) string {
	t.Helper()
	if !strings.Contains(text, from) {
		t.Fatalf("there is no %q", from)
	}
	return strings.Replace(text, from, to, 1)
}

// TestClosingGo: what was written and not saved is gone with the document.
func TestClosingGo(t *testing.T) {
	const sizeFile = "api/v1/size.go"
	files := operator(t)
	files[sizeFile] = "package v1\n\n// +kubebuilder:validation:Pattern=`(`\ntype Size string\n"
	s := start(t, project(t, files), "{}")
	s.Open(sizeFile)
	before := editor.LinesOf(s.Diagnostics(sizeFile))
	s.Open(typesFile, replaced(t, files[typesFile], "Low int32", "Low Size"))
	s.Diagnostics(typesFile)
	s.Change(sizeFile, protocol.TextDocumentContentChangeEvent{Text: files[sizeFile]})
	if open := editor.LinesOf(s.Diagnostics(sizeFile)); open == before {
		t.Errorf("the type is not used:\n%s", open)
	}
	s.Close(typesFile)
	s.Change(sizeFile, protocol.TextDocumentContentChangeEvent{Text: files[sizeFile]})
	if after := editor.LinesOf(s.Diagnostics(sizeFile)); after != before {
		t.Errorf("after the file is closed:\n%s\nbefore:\n%s", after, before)
	}
}

// TestTokensInGo: the tokens of CEL in a marker are at their characters.
func TestTokensInGo(t *testing.T) {
	files := operator(t)
	text := replaced(t, files[typesFile], `rule="self.replicas <= 3"`, "rule=\"'é𝄞' != \\\"a\\\" && self.replicas <= 3\"")
	s := start(t, project(t, files), "{}")
	s.Open(typesFile, text)
	var tokens protocol.SemanticTokens
	s.Call("textDocument/semanticTokens/full", protocol.DocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: s.URI(typesFile)}}, &tokens)
	var got []string
	at := protocol.Position{}
	for l := lines.Of([]byte(text)); len(tokens.Data) >= 5; tokens.Data = tokens.Data[5:] {
		if tokens.Data[0] > 0 {
			at = protocol.Position{Line: at.Line + tokens.Data[0]}
		}
		at.Character += tokens.Data[1]
		from := l.Offset(at, lines.UTF16)
		to := l.Offset(protocol.Position{Line: at.Line, Character: at.Character + tokens.Data[2]}, lines.UTF16)
		got = append(got, text[from:to])
	}
	if want := `'é𝄞' | != | \"a\" | && | self | replicas | <= | 3`; strings.Join(got, " | ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " | "), want)
	}
}
