package server_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/testkit/editor"
)

// packageDir is the folder of these tests; servers change the working directory.
var packageDir, _ = os.Getwd()

// TestRandomEditsOfGo sends random edits of Go types while requests about them are answered. Memory must not grow.
func TestRandomEditsOfGo(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(packageDir, "..", "..", "..")
	from := filepath.Join(root, "examples", "crdtest")
	for _, folder := range []string{"api", "config"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(from, folder))); err != nil {
			t.Fatal(err)
		}
	}
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	requires := "module example.com/backup-operator\n\nrequire " + regexp.MustCompile(`k8s.io/apimachinery (\S+)`).FindString(string(module)) + "\n"
	for name, text := range map[string]string{"go.mod": requires, ".crdtool.yaml": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const name = "api/v1/backup_types.go"
	whole, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	inserts := []string{"x", "", "\n", "// +kubebuilder:validation:Minimum=1\n", "\t// +optional\n", "{", "\tX int `json:\"x\"`\n", "\"", "self.", "*", " "}
	random := rand.New(rand.NewPCG(9, 50))
	c := editor.Start(t, dir, "{}")
	c.Open(name)
	text, warm, checked := whole, uint64(0), 0
	for i := range *goEdits {
		l := lines.Of(text)
		start := random.IntN(len(text) + 1)
		start = l.Offset(l.Position(start, lines.UTF16), lines.UTF16)
		end, inserted := start, inserts[random.IntN(len(inserts))]
		if inserted == "" {
			end = l.Offset(l.Position(min(len(text), start+3), lines.UTF16), lines.UTF16)
		}
		if i%8 == 0 { // most texts can be parsed
			start, end, inserted = 0, len(text), strings.Replace(string(whole), "\n\n", "\n// "+strings.Repeat("x", i%50)+"\n\n", 1)
		}
		at := l.Range(start, end, lines.UTF16)
		text = []byte(string(text[:start]) + inserted + string(text[end:]))
		c.Change(name, protocol.TextDocumentContentChangeEvent{Range: &at, Text: inserted})
		if i%10 == 0 {
			ask(t, c, name, l.Position(start, lines.UTF16))
		}
		if i%16 == 3 {
			checked += len(c.Diagnostics(name))
		}
		if i == *goEdits/3 {
			warm = heap()
		}
		if (i+1)%max(1, *goEdits/10) == 0 {
			t.Logf("%d edits: %d kB of heap", i+1, heap()>>10)
		}
	}
	if now := heap(); now > warm+warm/2+4<<20 {
		t.Errorf("the heap grew from %d to %d MB", warm>>20, now>>20)
	}
	if checked == 0 {
		t.Error("there was no diagnostic")
	}
}
