// Package crdsearch searches for the CRDs of objects, for commands that are not told where they are.
package crdsearch

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/linting/config"
)

// MaxBytes limits the size of files that a search reads: a server accepts no CRD of half this size.
const MaxBytes = 8 << 20

// A Search finds the files with CRDs and webhooks in the folders of objects and above, up to the root of the
// repository.
type Search struct {
	// Alone allows a search outside of a repository, where folders may be as large as a home directory.
	Alone bool

	on      files.System
	config  *config.Config
	cwd     string
	folders []string // of the objects, absolute
}

// New returns a search for the objects of some files.
func New(on files.System, c *config.Config, objects []string) *Search {
	s := &Search{on: on, config: c}
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

// Files returns the files to read, the nearest first.
func (s *Search) Files() *files.List {
	list := Below(s.on, s.config, s.roots())
	s.Sort(list)
	return list
}

// roots returns the folders to search, sorted.
func (s *Search) roots() []string {
	roots := map[string]bool{}
	for _, dir := range s.folders {
		if root, repository := Root(dir); repository || s.Alone {
			roots[root] = true
		}
	}
	return slices.Sorted(maps.Keys(roots))
}

// IsWithin reports whether paths include all folders that the search reads.
func (s *Search) IsWithin(paths []string) bool {
	return !slices.ContainsFunc(s.roots(), func(root string) bool {
		return !slices.ContainsFunc(paths, func(p string) bool {
			abs, err := filepath.Abs(p)
			return err == nil && p != files.Stdin && below(root, abs)
		})
	})
}

// Below returns the files below folders that may have CRDs or webhooks, with names relative to the working
// directory. Files that the configuration excludes are left out.
func Below(on files.System, c *config.Config, folders []string) *files.List {
	cwd, _ := filepath.Abs(".")
	list := files.ExpandOn(on, folders, files.Clusters)
	list.Keep(func(f *files.File) bool {
		info, err := on.Stat(f.Name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > MaxBytes {
			return false
		}
		return !c.Excludes(Shown(cwd, f.Name))
	})
	for i := range list.Files {
		list.Files[i].Name = Shown(cwd, list.Files[i].Name)
	}
	return list
}

// Sort sorts files by how many folders up from the nearest object the search reaches them, and then by which of
// two files with the same CRD takes precedence.
func (s *Search) Sort(list *files.List) {
	steps := make(map[string]int, len(list.Files))
	for i := range list.Files {
		name := list.Files[i].Name
		abs := name
		if !filepath.IsAbs(abs) {
			abs = filepath.Join(s.cwd, abs)
		}
		steps[name] = s.steps(filepath.Dir(abs))
	}
	slices.SortFunc(list.Files, func(a, b files.File) int {
		return cmp.Or(cmp.Compare(steps[a.Name], steps[b.Name]), s.config.Nearer(a.Name, b.Name))
	})
}

// Root returns the folder where the search from a folder ends: the nearest one upwards with .git or a
// configuration. Without one it is the folder itself, since anything may be above.
func Root(dir string) (root string, repository bool) {
	for at := dir; ; at = filepath.Dir(at) {
		for _, name := range append(config.Names(), ".git") {
			if _, err := os.Lstat(filepath.Join(at, name)); err == nil {
				return at, true
			}
		}
		if at == filepath.Dir(at) {
			return dir, false
		}
	}
}

// steps returns how many folders up from the nearest object the search reaches a folder that contains dir.
func (s *Search) steps(dir string) int {
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

// Shown returns a path relative to the working directory.
func Shown(cwd, path string) string {
	if name, err := filepath.Rel(cwd, path); err == nil {
		return name
	}
	return path
}
