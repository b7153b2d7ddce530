package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/config"
	"github.com/crdtool/crdtool/internal/files"
	"github.com/crdtool/crdtool/internal/inorder"
	"github.com/crdtool/crdtool/internal/source"
)

// crdMark stands in every file that holds a CRD.
var crdMark = []byte(source.CRDKind)

// largestFound is the size from which files are not searched for CRDs: a server
// takes none that is half as large.
const largestFound = 8 << 20

// findCRDs adds the CRDs that stand beside the objects to those that were named.
// Of several for one kind, the one that takes the fewest steps up from an object
// counts. Files that can't be read are passed over: whether they matter can't be
// told.
func (r *applyRun) findCRDs(ctx context.Context) error {
	search := newCRDSearch(r.config, r.files.Names())
	return inorder.Do(ctx, search.files(), readCRDFile, func(f *source.File) error {
		if f != nil {
			r.shadowed = append(r.shadowed, r.crds.AddFound(f)...)
		}
		return nil
	})
}

// readCRDFile reads a file if a CRD may be in it. It is called on several
// goroutines at once.
func readCRDFile(name string) *source.File {
	text, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(text, crdMark) {
		return nil
	}
	return source.Read(name, text)
}

// tellShadowed names the CRDs that were passed over for a nearer one, of the
// kinds that objects are of.
func (r *applyRun) tellShadowed() {
	for _, s := range r.shadowed {
		if s.Used() {
			fmt.Fprintf(r.stderr, "crdtool: %s; name the right one with --crds\n", s)
		}
	}
}

// A crdSearch looks for files in the folders of objects and in those above, up
// to the root of the repository.
type crdSearch struct {
	config  *config.Config
	cwd     string
	folders []string // of the objects, absolute
}

func newCRDSearch(c *config.Config, objects []string) *crdSearch {
	s := &crdSearch{config: c}
	s.cwd, _ = filepath.Abs(".")
	for _, name := range objects {
		dir := s.cwd
		if name != files.Stdin {
			dir = filepath.Dir(name)
			if abs, err := filepath.Abs(dir); err == nil {
				dir = abs
			}
		}
		s.folders = append(s.folders, dir)
	}
	slices.Sort(s.folders)
	s.folders = slices.Compact(s.folders)
	return s
}

// files returns the files to search, the nearest first.
func (s *crdSearch) files() []string {
	roots := map[string]bool{}
	for _, dir := range s.folders {
		roots[s.root(dir)] = true
	}
	type candidate struct {
		name  string
		steps int
	}
	var found []candidate
	seen := map[string]bool{}
	for root := range roots {
		// An error is that of a folder that can't be read.
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return fs.SkipDir
			case entry.IsDir():
				if path != root && files.Skips(path) {
					return fs.SkipDir
				}
				return nil
			case seen[path] || !entry.Type().IsRegular() || !files.Readable(path):
				return nil
			}
			seen[path] = true
			name := s.shown(path)
			if s.config.Path != "" && s.config.Excludes(name) {
				return nil
			}
			if info, err := entry.Info(); err == nil && info.Size() <= largestFound {
				found = append(found, candidate{name, s.steps(filepath.Dir(path))})
			}
			return nil
		})
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.steps, b.steps), strings.Compare(a.name, b.name))
	})
	names := make([]string, len(found))
	for i := range found {
		names[i] = found[i].name
	}
	return names
}

// root is the folder in which the search from a folder ends: the nearest upwards
// with a .git or a configuration. Without one it is the folder itself, since what
// is above may be anything.
func (s *crdSearch) root(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		for _, name := range append(config.Names(), ".git") {
			if _, err := os.Lstat(filepath.Join(at, name)); err == nil {
				return at
			}
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// steps is how far up from the nearest object's folder the search has to go to
// have a folder below it.
func (s *crdSearch) steps(dir string) int {
	least := -1
	for _, from := range s.folders {
		steps := 0
		for at := from; !below(dir, at) && at != filepath.Dir(at); at = filepath.Dir(at) {
			steps++
		}
		if least < 0 || steps < least {
			least = steps
		}
	}
	return least
}

func below(dir, of string) bool {
	rest, ok := strings.CutPrefix(dir, of)
	return ok && (rest == "" || os.IsPathSeparator(rest[0]) || os.IsPathSeparator(of[len(of)-1]))
}

// shown is a path as people would write it.
func (s *crdSearch) shown(path string) string {
	if name, err := filepath.Rel(s.cwd, path); err == nil {
		return name
	}
	return path
}
