package workspace

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/gofile"
)

// goCode is the Go code of a project, with the texts of the editor.
type goCode struct {
	code *gofile.Code // nil before the first use, after a change on disk, and without types
	none bool         // there are no types
}

// Go returns the Go code of the project with the texts of open documents; nil if it has no types of custom resources.
func (p *Project) Go() *gofile.Code {
	r := p.root
	r.goMu.Lock()
	defer r.goMu.Unlock()
	if r.goCode.code == nil {
		if r.goCode.none || !r.searched {
			return nil
		}
		code, err := gofile.Open(p.Dir)
		if err != nil {
			r.goCode.none = true
			return nil
		}
		r.goCode.code = code
	}
	for _, d := range p.workspace.Documents() {
		if d.IsGo() && p.has(d) {
			r.goCode.code.Set(d.Path, d.Text)
		}
	}
	return r.goCode.code
}

// goChanged takes note of a Go file that was changed on disk, or closed.
func (r *root) goChanged(path string) {
	r.goMu.Lock()
	defer r.goMu.Unlock()
	code := r.goCode.code
	if code != nil && r.workspace.OpenFile(path) == nil {
		code.Close(path)
	}
	if code == nil || !code.Reread(path) {
		r.goCode = goCode{}
	}
}

// CRDDocuments returns the CRDs of the project, for a document.
func (p *Project) CRDDocuments(doc *Document) []*source.Document {
	var list []*source.Document
	for _, f := range p.CRDFiles(doc) {
		for _, d := range f.Documents {
			if d.IsCRD() {
				list = append(list, d)
			}
		}
	}
	return list
}
