package server_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/testkit/editor"
)

var (
	openedDocuments = flag.Int("documents", 40, "how many documents to open and close")
	goEdits         = flag.Int("go-edits", 200, "how many random edits of Go types to send")
)

// mostKept is how many bytes of memory may stay for a document that is closed.
const mostKept = 8 << 10

// TestClosedDocumentsAreForgotten opens and closes CRDs, objects of them in folders of their own, and objects in folders
// of no project. Nothing of them may stay in memory.
func TestClosedDocumentsAreForgotten(t *testing.T) {
	dir := project(t, map[string]string{".crdtool.yaml": "", "crds/lamps.yaml": lampCRD})
	elsewhere := t.TempDir()
	c := editor.Start(t, dir, "{}")
	c.Open("crds/lamps.yaml")
	c.Diagnostics("crds/lamps.yaml")
	visit := func(name, text string) {
		c.Open(name, text)
		c.Diagnostics(name)
		ask(t, c, name, protocol.Position{Line: 5, Character: 4})
		c.Close(name)
	}
	field := "              f%d: {type: string, description: " + strings.Repeat("a description ", 10) + "}\n"
	for _, sort := range []struct {
		name  string
		visit func(i int)
	}{
		{"CRDs", func(i int) {
			text := strings.NewReplacer("lamp", fmt.Sprintf("lamp%d", i), "Lamp", fmt.Sprintf("Lamp%d", i)).Replace(lampCRD)
			for k := range 100 {
				text += fmt.Sprintf(field, k)
			}
			visit(fmt.Sprintf("crds/%d.yaml", i), text)
		}},
		{"objects", func(i int) { visit(fmt.Sprintf("objects/%d/a.yaml", i), lamp) }},
		{"objects of no project", func(i int) {
			folder := filepath.Join(elsewhere, fmt.Sprint(i))
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			name, err := filepath.Rel(dir, filepath.Join(folder, "a.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			visit(name, lamp)
		}},
	} {
		for i := range 20 {
			sort.visit(-1 - i) // caches and pools grow up to their bounds
		}
		before := heap()
		for i := range *openedDocuments {
			sort.visit(i)
		}
		kept := (int(heap()) - int(before)) / *openedDocuments
		t.Logf("%d %s: %d bytes of each are kept, of %d kB", *openedDocuments, sort.name, kept, before>>10)
		if kept > mostKept {
			t.Errorf("of each of %d %s, %d bytes are kept", *openedDocuments, sort.name, kept)
		}
	}
}
