package main

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/objects/apply"
)

// maxSearchedBytes limits the size of files that a search reads: a server accepts no CRD of half this size.
const maxSearchedBytes = 8 << 20

// findCRDs adds the CRDs and webhooks near the objects. Of several CRDs for one kind, the one that is the
// fewest steps up from an object counts. Files that cannot be read are skipped, as they may be irrelevant.
func (r *applyRun) findCRDs(ctx context.Context) error {
	search := newCRDSearch(r.config, r.files.Names())
	search.alone = r.flags.findCRDs
	list := search.list()
	return inorder.Do(ctx, list.Files, func(f files.File) *source.File {
		file, _, err := list.Read(&f, nil)
		if err != nil {
			return nil
		}
		return file
	}, func(f *source.File) error {
		if f != nil {
			r.noteShadowed(r.crds.AddFound(f), true)
		}
		return nil
	})
}

// lacksCRDs reports whether an object has no CRD among the given ones.
func (r *applyRun) lacksCRDs(ctx context.Context) (bool, error) {
	err := inorder.Do(ctx, r.files.Files, func(f files.File) bool {
		if r.failed[f.Name] != nil {
			return false
		}
		in, read := r.read[f.Name]
		if !read {
			in = r.open(f)
		}
		return in.file != nil && r.crds.Lack(in.file)
	}, func(lacks bool) error {
		if lacks {
			return errLacks
		}
		return nil
	})
	if errors.Is(err, errLacks) {
		return true, nil
	}
	return false, err
}

var errLacks = errors.New("an object has no CRD")

// noteShadowed keeps shadowed CRDs for printShadowed, without those in found files of releases.
func (r *applyRun) noteShadowed(all []apply.Shadowed, found bool) {
	for _, s := range all {
		if !found || !s.Past() {
			r.shadowed = append(r.shadowed, s)
		}
	}
}

// printShadowed prints which CRDs were skipped for a nearer one, for kinds of the objects.
func (r *applyRun) printShadowed() {
	var used []apply.Shadowed
	kinds := map[string]bool{}
	for _, s := range r.shadowed {
		if s.Used() {
			used = append(used, s)
			kinds[s.Kind()] = true
		}
	}
	switch {
	case len(used) == 0:
	case len(used) == 1:
		note(r.stderr, "%s; name the right one with --crds", used[0])
	case len(used) == 2 && len(kinds) == 1:
		note(r.stderr, "%s, as is 1 more; name the right one with --crds", used[0])
	case len(kinds) == 1:
		note(r.stderr, "%s, as are %d more; name the right one with --crds", used[0], len(used)-1)
	default:
		note(r.stderr, "the CRDs of %d kinds stand at several places with different content; for instance, %s; name the right ones with --crds, or set paths.crds in %s", len(kinds), used[0], config.Name)
	}
}

// A crdSearch searches for files in the folders of objects and above, up to the root of the repository.
type crdSearch struct {
	config  *config.Config
	cwd     string
	folders []string // of the objects, absolute
	// alone allows a search outside of a repository, where folders may be as large as a home directory.
	alone bool
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

// list returns the files to search, the nearest first.
func (s *crdSearch) list() *files.List {
	roots := map[string]bool{}
	for _, dir := range s.folders {
		if root, repository := s.root(dir); repository || s.alone {
			roots[root] = true
		}
	}
	list := files.Expand(slices.Sorted(maps.Keys(roots)), files.Clusters)
	list.Keep(func(f *files.File) bool {
		info, err := os.Stat(f.Name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxSearchedBytes {
			return false
		}
		return !s.config.Excludes(s.shown(f.Name))
	})
	steps := make(map[string]int, len(list.Files))
	for i := range list.Files {
		f := &list.Files[i]
		from := s.steps(filepath.Dir(f.Name))
		f.Name = s.shown(f.Name)
		steps[f.Name] = from
	}
	slices.SortFunc(list.Files, func(a, b files.File) int {
		return cmp.Or(cmp.Compare(steps[a.Name], steps[b.Name]), s.config.Nearer(a.Name, b.Name))
	})
	return list
}

// root returns the folder where the search from a folder ends: the nearest one upwards with .git or a
// configuration. Without one it is the folder itself, since anything may be above.
func (s *crdSearch) root(dir string) (root string, repository bool) {
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

// shown returns a path relative to the working directory.
func (s *crdSearch) shown(path string) string {
	if name, err := filepath.Rel(s.cwd, path); err == nil {
		return name
	}
	return path
}
