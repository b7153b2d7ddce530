package files

import (
	"math"
	"path/filepath"
	"slices"

	"github.com/crdtool/crdtool/internal/input/kustomize"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/report"
)

// AddBuilt adds the output of a kustomization as a file with the name of its directory. Files that were found in
// directories are removed if the kustomization has read them.
func (l *List) AddBuilt(b *kustomize.Built) {
	if l.built == nil {
		l.built = map[string]*kustomize.Built{}
	}
	if l.built[b.Dir] != nil {
		return
	}
	l.built[b.Dir] = b
	l.Keep(func(f *File) bool { return !f.Found || !b.Read(f.place) })
	l.Files = append(l.Files, File{Name: b.Dir})
}

// AddOrigins leads findings in the output of a kustomization to the files that it is built from. Those that lead to Go code
// already stay as they are.
func (l *List) AddOrigins(findings []report.Finding) {
	for i := range findings {
		f := &findings[i]
		if b := l.built[f.File]; b != nil && f.Line > 0 && f.Origin == nil {
			f.Origin = b.Origin(f.Line, f.Column, f.Path)
		}
		if b := l.built[f.SchemaFile]; b != nil && f.SchemaLine > 0 && f.SchemaOrigin == nil {
			f.SchemaOrigin = b.Origin(f.SchemaLine, math.MaxInt, "")
		}
		for j := range f.Related {
			r := &f.Related[j]
			if b := l.built[r.File]; b != nil && r.Line > 0 && r.Origin == nil {
				r.Origin = b.Origin(r.Line, r.Column, r.Path)
			}
		}
	}
}

// readBuilt returns the output of a kustomization as a file; nil for other names.
func (l *List) readBuilt(name string) *source.File {
	b := l.built[name]
	if b == nil {
		return nil
	}
	return source.Read(b.Dir, slices.Clone(b.Text))
}

// Overlays returns the directories among named paths whose kustomization does more than list files below it.
func Overlays(paths []string) []string {
	var dirs []string
	for _, p := range paths {
		if p != Stdin && kustomize.IsDir(p) && kustomize.ChangesFiles(p) {
			dirs = append(dirs, filepath.Clean(p))
		}
	}
	return dirs
}
