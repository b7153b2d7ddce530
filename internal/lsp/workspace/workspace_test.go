package workspace_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
)

func crd(kind string) string {
	plural := strings.ToLower(kind) + "s"
	return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: " + plural + ".example.com\nspec:\n  group: example.com\n  names: {kind: " + kind +
		", plural: " + plural + "}\n  scope: Namespaced\n  versions:\n  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}\n"
}

// folder makes a workspace of files.
func folder(t *testing.T, texts map[string]string) (*workspace.Workspace, string) {
	dir := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	w := workspace.New()
	w.SetFolders([]string{dir})
	return w, dir
}

func open(w *workspace.Workspace, path, text string) *workspace.Document {
	return w.Open(&protocol.TextDocumentItem{URI: workspace.URIOf(path), LanguageID: "yaml", Version: 1, Text: text})
}

// TestChanges: random changes of ranges give the text that an editor has.
func TestChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	w, dir := folder(t, nil)
	for range 200 {
		text := "a: é\nb: 😀😀\nc:\n- d\n"
		doc := open(w, filepath.Join(dir, "a.yaml"), text)
		for v := int32(2); v < 20; v++ {
			l := lines.Of([]byte(text))
			start := l.Offset(l.Position(random.IntN(len(text)+1), lines.UTF16), lines.UTF16)
			end := max(start, l.Offset(l.Position(min(len(text), start+random.IntN(4)), lines.UTF16), lines.UTF16))
			inserted := []string{"", "x", "\n", "é", "😀", "  - y: z\n"}[random.IntN(6)]
			at := l.Range(start, end, lines.UTF16)
			text = text[:start] + inserted + text[end:]
			doc = w.Change(&protocol.DidChangeTextDocumentParams{
				TextDocument:   protocol.VersionedTextDocumentIdentifier{URI: doc.URI, Version: v},
				ContentChanges: []protocol.TextDocumentContentChangeEvent{{Range: &at, Text: inserted}},
			})
			if string(doc.Text) != text || doc.Version != v || doc.Edited != start+len(inserted) {
				t.Fatalf("version %d is %q with an edit at %d, want %q with one at %d", v, doc.Text, doc.Edited, text, start+len(inserted))
			}
		}
	}
}

// TestURIs: a file has one URI, also with characters that URIs escape.
func TestURIs(t *testing.T) {
	for _, path := range []string{"/a/b.yaml", "/a b/ü%20#?.yaml", "/a:b/c"} {
		if got, ok := workspace.PathOf(workspace.URIOf(path)); !ok || got != path {
			t.Errorf("%q has the URI %q, which leads to %q", path, workspace.URIOf(path), got)
		}
	}
	for _, uri := range []string{"untitled:Untitled-1", "git:/a/b.yaml?{}", "", "%"} {
		if path, ok := workspace.PathOf(uri); ok {
			t.Errorf("%q leads to %q", uri, path)
		}
	}
}

// TestKindsFollowTheEditor: kinds come from saved and unsaved CRDs, nearest first, and stay while a CRD cannot be read.
func TestKindsFollowTheEditor(t *testing.T) {
	w, dir := folder(t, map[string]string{".crdtool.yaml": "profile: server\n", "crds/lamp.yaml": crd("Lamp"), "a.yaml": "apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: a}\n"})
	ctx := context.Background()
	doc := open(w, filepath.Join(dir, "a.yaml"), "kind: Lamp\n")
	has := func(kind string) bool {
		return w.Project(ctx, doc).Kinds(doc).Find("example.com/v1", kind) != nil && w.Project(ctx, doc).CRDs(doc).Has("example.com", kind)
	}
	if !has("Lamp") || has("Torch") {
		t.Fatal("the CRD on the disk is not found")
	}
	lamp := open(w, filepath.Join(dir, "crds/lamp.yaml"), crd("Torch"))
	if has("Lamp") || !has("Torch") {
		t.Error("the text of the editor does not count")
	}
	w.Change(&protocol.DidChangeTextDocumentParams{
		TextDocument:   protocol.VersionedTextDocumentIdentifier{URI: lamp.URI, Version: 2},
		ContentChanges: []protocol.TextDocumentContentChangeEvent{{Text: strings.Replace(crd("Torch"), "spec:", "spec: [", 1)}},
	})
	if w.Project(ctx, doc).Kinds(doc).Find("example.com/v1", "Torch") == nil {
		t.Error("a CRD that cannot be read is forgotten")
	}
	w.Close(lamp.URI)
	if !has("Lamp") {
		t.Error("after closing, the disk does not count")
	}
	fresh := open(w, filepath.Join(dir, "new.yaml"), crd("Bulb"))
	if !has("Bulb") {
		t.Error("a CRD that is not saved yet is not found")
	}
	w.Close(fresh.URI)
	if has("Bulb") {
		t.Error("a closed text still counts")
	}
}

// TestFilesOfNobody: without a repository, a configuration or a folder, no other file is read.
func TestFilesOfNobody(t *testing.T) {
	w, dir := folder(t, map[string]string{"lamp.yaml": crd("Lamp")})
	w.SetFolders(nil)
	doc := open(w, filepath.Join(dir, "a.yaml"), "apiVersion: example.com/v1\nkind: Lamp\n")
	if w.Project(context.Background(), doc).CRDs(doc).Has("example.com", "Lamp") {
		t.Error("a folder that nobody has opened is searched")
	}
	own := open(w, filepath.Join(dir, "b.yaml"), crd("Torch")+"---\napiVersion: example.com/v1\nkind: Torch\n")
	if !w.Project(context.Background(), own).CRDs(own).Has("example.com", "Torch") {
		t.Error("the CRD in the file itself is not found")
	}
}

// TestObjectsOfTheWorkspace: names of objects are known once they are read, and new ones after a change.
func TestObjectsOfTheWorkspace(t *testing.T) {
	w, dir := folder(t, map[string]string{".crdtool.yaml": "profile: server\n", "crds/lamp.yaml": crd("Lamp"), "a.yaml": "apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: desk}\n"})
	doc := open(w, filepath.Join(dir, "a.yaml"), "kind: Lamp\n")
	p := w.Project(context.Background(), doc)
	if names := p.Kinds(doc).Names("Lamp"); len(names) > 0 {
		t.Errorf("%q are known before they are read", names)
	}
	w.Close(doc.URI)
	p.ReadObjects(context.Background())
	if names := p.Kinds(doc).Names("Lamp"); len(names) != 1 || names[0] != "desk" {
		t.Errorf("the names are %q", names)
	}
	second := filepath.Join(dir, "b.yaml")
	if err := os.WriteFile(second, []byte("apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: wall}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Changed(second)
	p.ReadObjects(context.Background())
	if names := p.Kinds(doc).Names("Lamp"); !slices.Equal(names, []string{"desk", "wall"}) {
		t.Errorf("the names are %q after another object was written", names)
	}
	p.MakeSkeletons(context.Background(), doc)
	if text, ok := p.Skeleton(p.Kinds(doc).Find("example.com/v1", "Lamp")); !ok || !strings.Contains(text, "kind: Lamp") {
		t.Errorf("the manifest is %q", text)
	}
}
