// Package origin finds the Go code that CRDs come from, for everything that leads people to
// it: findings, changes, refusals and documentation.
package origin

import (
	"os"
	"path/filepath"
	"sync"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// A Finder finds the Go types of CRDs: in the folders that were named, else in the
// repository that the file of a CRD is in. It may be asked on several goroutines at once.
type Finder struct {
	// First leads people to Go first, and to the CRD after it.
	First bool

	wd    string
	given []*gotypes.Module

	mu     sync.Mutex
	roots  map[string]string          // the folder of a repository, by that of a file
	around map[string]*gotypes.Module // by the folder of a repository; nil for none
	// edited are the modules that fixes have changed, by what they were.
	edited map[*gotypes.Module]*gotypes.Module
}

// New returns a Finder that names files from the working directory.
func New() *Finder {
	wd, _ := os.Getwd() // without it files have full names
	return &Finder{wd: wd, roots: map[string]string{}, around: map[string]*gotypes.Module{}}
}

// Add has types searched in a folder, and nowhere else but in others that are added.
func (f *Finder) Add(dir string) error {
	m, err := gotypes.Find(dir)
	if err != nil {
		return err
	}
	m.Base(f.wd)
	f.given = append(f.given, m)
	return nil
}

// Edited has the types of a module be those of another one from now on, which has what fixes
// have changed. Nobody may ask for types meanwhile.
func (f *Finder) Edited(was, is *gotypes.Module) {
	if f.edited == nil {
		f.edited = map[*gotypes.Module]*gotypes.Module{}
	}
	f.edited[was] = is
}

// Types finds the Go types of a CRD; it returns nil if there are none. Types in the repository
// are not those of a CRD of a release, which may have changed since.
func (f *Finder) Types(of Generated) *gotypes.CRD {
	for _, m := range f.modules(of.File) {
		if is := f.edited[m]; is != nil {
			m = is
		}
		if types := m.CRD(of.Group, of.Kind, of.Versions, gotypes.Generator(of.Generator)); types != nil {
			return types
		}
	}
	return nil
}

// Searches reports whether types are searched in the repositories of the files; the nil Finder does not.
func (f *Finder) Searches() bool { return f != nil && len(f.given) == 0 }

// Groups are the API groups of the Go types in the repository of a file.
func (f *Finder) Groups(file string) []string {
	if f == nil {
		return nil
	}
	var all []string
	for _, m := range f.modules(file) {
		all = append(all, m.Groups()...)
	}
	return all
}

// Asks reports whether At may find anything in a CRD; the nil Finder finds nothing.
func (f *Finder) Asks(doc *source.Document) bool {
	if f == nil {
		return false
	}
	_, ok := GeneratedIn(doc)
	return ok
}

// At is the place in Go that a place of a CRD comes from; nil if it is not known.
func (f *Finder) At(doc *source.Document, path []finding.Segment) *report.Origin {
	g, ok := GeneratedIn(doc)
	if !ok {
		return nil
	}
	return f.In(g, path)
}

// In is At for a CRD of which that much is known.
func (f *Finder) In(g Generated, path []finding.Segment) *report.Origin {
	types := f.Types(g)
	if types == nil {
		return nil
	}
	p, ok := types.At(path, -1)
	if !ok {
		return nil
	}
	return f.origin(types, p, g.File)
}

// Declared is where the Go type is declared that a schema of a CRD comes from; nil if it is
// not known.
func (f *Finder) Declared(doc *source.Document, path []finding.Segment) *report.Origin {
	g, ok := GeneratedIn(doc)
	if !ok {
		return nil
	}
	types := f.Types(g)
	if types == nil {
		return nil
	}
	p, ok := types.Declared(path)
	if !ok {
		return nil
	}
	return f.origin(types, p, g.File)
}

func (f *Finder) origin(types *gotypes.CRD, p gotypes.Position, file string) *report.Origin {
	o := Of(p, f.First)
	o.Generate = types.Command(file)
	return o
}

// modules are those that may have the types of a file. What stands in its repository is not
// asked for, so that it is no error if it cannot be read.
func (f *Finder) modules(file string) []*gotypes.Module {
	if len(f.given) > 0 || file == files.Stdin {
		return f.given
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	folder := filepath.Dir(file)
	dir, known := f.roots[folder]
	if !known {
		dir = gotypes.Around(file)
		f.roots[folder] = dir
	}
	if dir == "" || ofRelease(dir, file) {
		return nil
	}
	m, ok := f.around[dir]
	if !ok {
		if m, _ = gotypes.Find(dir); m != nil {
			m.Base(f.wd)
		}
		f.around[dir] = m
	}
	if m == nil {
		return nil
	}
	return []*gotypes.Module{m}
}

// ofRelease reports whether a file is one of a release of the repository in a folder.
func ofRelease(dir, file string) bool {
	abs, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	name, err := filepath.Rel(dir, abs)
	return err == nil && source.Release(name) != ""
}
