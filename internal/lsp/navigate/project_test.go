package navigate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// A project is open in a workspace.
type project struct {
	t testing.TB
	w *workspace.Workspace
	n *Navigator
}

// openProject writes the files of an archive, and opens the folder.
func openProject(t testing.TB, archive string) *project {
	t.Helper()
	text, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for _, f := range golden.Parse(text).Files {
		write(t, f.Name, f.Data)
	}
	w := workspace.New()
	w.SetFolders([]string{dir})
	return &project{t, w, New()}
}

func write(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// open opens a file with some text; nil is the text of the file.
func (p *project) open(file string, text []byte) (*workspace.Project, *workspace.Document) {
	p.t.Helper()
	if text == nil {
		text = p.read(file)
	}
	doc := p.w.Open(&protocol.TextDocumentItem{URI: workspace.URIOf(file), LanguageID: "yaml", Text: string(text)})
	return p.w.Project(p.t.Context(), doc), doc
}

func (p *project) read(file string) []byte {
	p.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

// at opens a file and returns the offset of | in a text that is there without it.
func (p *project) at(file, marked string) (*workspace.Project, *workspace.Document, int) {
	p.t.Helper()
	project, doc := p.open(file, nil)
	before, after, _ := strings.Cut(marked, "|")
	offset := strings.Index(string(doc.Text), before+after)
	if offset < 0 {
		p.t.Fatalf("%s has no %q", file, before+after)
	}
	return project, doc, offset + len(before)
}

// show describes places, each by its file, line and text.
func (p *project) show(places []Place) string {
	p.t.Helper()
	var b strings.Builder
	for _, at := range places {
		text := p.read(at.File)
		fmt.Fprintf(&b, "%s:%d %s\n", at.File, lineOf(text, at.Start), text[at.Start:at.End])
	}
	return strings.TrimSuffix(b.String(), "\n")
}
