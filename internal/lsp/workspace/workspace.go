// Package workspace holds what an editor has open, and the projects that the open files belong to: their
// configuration, their CRDs and the revision that they were committed in.
package workspace

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/objects/crdsearch"
)

// A Workspace is what an editor has open. It is safe for concurrent use.
type Workspace struct {
	// Encoding is that of the client's positions. It is set before the first document is opened.
	Encoding lines.Encoding
	// Watched says that the client reports changes of files. It is set before the first document is opened.
	Watched bool

	mu      sync.Mutex
	cwd     string
	folders []string             // absolute
	open    map[string]*Document // by URI
	paths   map[string]*Document // by absolute name
	roots   map[string]*root     // by absolute name
}

// New returns a workspace without folders.
func New() *Workspace {
	w := &Workspace{open: map[string]*Document{}, paths: map[string]*Document{}, roots: map[string]*root{}}
	w.cwd, _ = os.Getwd()
	return w
}

// SetFolders sets the folders of the workspace. Names in findings are relative to the working directory.
func (w *Workspace) SetFolders(folders []string) {
	w.mu.Lock()
	w.folders = slices.Clone(folders)
	w.cwd, _ = os.Getwd()
	roots := w.roots
	w.roots = map[string]*root{}
	w.mu.Unlock()
	for _, r := range roots {
		r.close()
	}
}

// ChangeFolders adds and removes folders.
func (w *Workspace) ChangeFolders(added, removed []string) {
	w.mu.Lock()
	folders := slices.DeleteFunc(slices.Clone(w.folders), func(f string) bool { return slices.Contains(removed, f) })
	w.mu.Unlock()
	w.SetFolders(append(folders, added...))
}

// Open adds a document.
func (w *Workspace) Open(item *protocol.TextDocumentItem) *Document {
	w.mu.Lock()
	defer w.mu.Unlock()
	path, isFile := PathOf(item.URI)
	if !isFile {
		name := item.URI[strings.LastIndexAny(item.URI, ":/")+1:]
		path = filepath.Join(w.folder(), name)
		if filepath.Ext(path) == "" && item.LanguageID == "yaml" {
			path += ".yaml"
		}
	}
	doc := &Document{
		URI: item.URI, Path: path, Name: crdsearch.Shown(w.cwd, path), Language: item.LanguageID,
		Version: item.Version, Lines: lines.Of([]byte(item.Text)), Edited: -1, parsed: new(parsed), committed: new(committed),
	}
	w.put(doc)
	return doc
}

// folder returns the folder of texts without a file.
func (w *Workspace) folder() string {
	if len(w.folders) > 0 {
		return w.folders[0]
	}
	return w.cwd
}

// Change makes the next version of a document. It returns nil if the document is not open.
func (w *Workspace) Change(p *protocol.DidChangeTextDocumentParams) *Document {
	w.mu.Lock()
	defer w.mu.Unlock()
	doc := w.open[p.TextDocument.URI]
	if doc == nil {
		return nil
	}
	doc = doc.with(p.TextDocument.Version, p.ContentChanges, w.Encoding)
	w.put(doc)
	return doc
}

// Save marks a document as saved. It returns nil if the document is not open.
func (w *Workspace) Save(uri string) *Document {
	w.mu.Lock()
	defer w.mu.Unlock()
	doc := w.open[uri]
	if doc == nil {
		return nil
	}
	saved := *doc
	saved.Edited = -1
	w.put(&saved)
	return &saved
}

func (w *Workspace) put(doc *Document) {
	w.open[doc.URI], w.paths[doc.Path] = doc, doc
}

// Close removes a document, and what was read for it.
func (w *Workspace) Close(uri string) {
	w.mu.Lock()
	doc := w.open[uri]
	if doc == nil {
		w.mu.Unlock()
		return
	}
	delete(w.open, uri)
	delete(w.paths, doc.Path)
	var used, unused []*root
	for dir, r := range w.roots {
		if w.uses(dir) {
			used = append(used, r)
			continue
		}
		unused = append(unused, r)
		delete(w.roots, dir)
	}
	w.mu.Unlock()
	for _, r := range used {
		r.forget(doc)
	}
	for _, r := range unused {
		r.close()
	}
}

// uses reports whether a folder of the workspace or an open document is below a root.
func (w *Workspace) uses(root string) bool {
	isBelow := func(path string) bool {
		rel, err := filepath.Rel(root, path)
		return err == nil && filepath.IsLocal(rel)
	}
	for path := range w.paths {
		if isBelow(path) {
			return true
		}
	}
	return slices.ContainsFunc(w.folders, isBelow)
}

// Document returns the newest version of an open document, or nil.
func (w *Workspace) Document(uri string) *Document {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.open[uri]
}

// Documents returns the open documents, sorted by URI.
func (w *Workspace) Documents() []*Document {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []*Document
	for _, uri := range slices.Sorted(maps.Keys(w.open)) {
		list = append(list, w.open[uri])
	}
	return list
}

// Files are the files of the disk, with the texts of open documents instead of what is saved.
func (w *Workspace) Files() files.System {
	return files.Overlay{System: files.Disk, Text: func(path string) ([]byte, bool) {
		w.mu.Lock()
		defer w.mu.Unlock()
		if doc := w.paths[path]; doc != nil {
			return doc.Text, true
		}
		return nil, false
	}}
}

// Project returns the project of a document, as it is now.
func (w *Workspace) Project(ctx context.Context, doc *Document) *Project {
	return w.rootOf(doc).project(ctx)
}

// Projects returns the projects of the open documents, and those of the folders of the workspace.
func (w *Workspace) Projects(ctx context.Context) []*Project {
	w.mu.Lock()
	folders := slices.Clone(w.folders)
	w.mu.Unlock()
	seen := map[*root]bool{}
	var all []*Project
	add := func(r *root) {
		if !seen[r] {
			seen[r] = true
			all = append(all, r.project(ctx))
		}
	}
	for _, folder := range folders {
		add(w.rootOf(&Document{Path: filepath.Join(folder, "any")}))
	}
	for _, doc := range w.Documents() {
		add(w.rootOf(doc))
	}
	return all
}

// OpenFile returns the open document of a file by its name in findings; nil if it is not open.
func (w *Workspace) OpenFile(name string) *Document {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.paths[path]
}

// rootOf returns the root of the project of a document: the repository or the folder with a configuration that it is
// in, else the folder of the workspace, else none but its own folder, which is not searched.
func (w *Workspace) rootOf(doc *Document) *root {
	dir, searched := crdsearch.Root(filepath.Dir(doc.Path))
	w.mu.Lock()
	defer w.mu.Unlock()
	if !searched {
		for _, folder := range w.folders {
			if rel, err := filepath.Rel(folder, doc.Path); err == nil && filepath.IsLocal(rel) {
				dir, searched = folder, true
			}
		}
	}
	r := w.roots[dir]
	if r == nil {
		r = &root{workspace: w, dir: dir, searched: searched}
		w.roots[dir] = r
	}
	return r
}

// Changed takes note of a file that was changed, created or removed, on disk or in the editor. It reports whether
// answers about other files may change.
func (w *Workspace) Changed(path string) bool {
	w.mu.Lock()
	roots := slices.Collect(maps.Values(w.roots))
	w.mu.Unlock()
	changed := false
	for _, r := range roots {
		if rel, err := filepath.Rel(r.dir, path); err == nil && filepath.IsLocal(rel) && r.changed(path) {
			changed = true
		}
	}
	return changed
}

// Defines reports whether answers about other documents depend on the text of a document.
func (w *Workspace) Defines(doc *Document) bool {
	return doc.IsManifest() && files.SpeaksOfClusters(doc.Text)
}
