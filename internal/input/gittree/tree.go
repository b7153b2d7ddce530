// Package gittree reads the files of a revision of a git repository instead of those on the disk. The git program
// reads its object store, so nothing is checked out or fetched, and only requested files are read.
//
// The files are as they were committed, without the filters and conversions of line breaks that git applies to
// files in a checkout.
package gittree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// Errors for names of a revision that cannot be read, besides fs.ErrNotExist.
var (
	// ErrOutside is a name outside of the repository.
	ErrOutside = errors.New("is outside of the repository")
	// ErrSubmodule is a submodule, or a name in one.
	ErrSubmodule = errors.New("is a submodule")
	// ErrLink is a symbolic link whose target is not in the revision.
	ErrLink = errors.New("is a symbolic link that leads to no file")
	// ErrPointer is a file whose content is in Git LFS.
	ErrPointer = errors.New("is a pointer of Git LFS")
)

// Elsewhere reports whether an error is for a file whose content is not in the revision.
func Elsewhere(err error) bool {
	return errors.Is(err, ErrLink) || errors.Is(err, ErrPointer) || errors.Is(err, ErrSubmodule)
}

// A Tree is the files of a revision. Its names are those of the files on the disk: relative to the directory that
// it was opened for, or absolute. It is safe for concurrent use.
type Tree struct {
	// Name is the revision as it was given, Commit the hash of the commit.
	Name, Commit string

	dir, root string // absolute, without symbolic links
	objects   *objects

	mu   sync.Mutex
	dirs map[string][]entry // by hash; the root's by ""
}

// Open opens a revision of the repository of a directory: a branch, a tag, a commit, another revision that git
// rev-parse accepts, merge-base:REF, the best common ancestor of HEAD and REF, or merge-base:A...B, that of A and
// B. Close closes it. The errors contain a suggestion.
func Open(ctx context.Context, dir, ref string) (*Tree, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	g, err := findGit(dir)
	if err != nil {
		return nil, err
	}
	r, err := findRepository(ctx, g)
	if err != nil {
		return nil, err
	}
	commit, err := r.commit(ctx, ref)
	if err != nil {
		return nil, err
	}
	o, err := openObjects(ctx, g)
	if err != nil {
		return nil, err
	}
	return &Tree{Name: ref, Commit: commit, dir: dir, root: r.root, objects: o, dirs: map[string][]entry{}}, nil
}

// Close ends the git program.
func (t *Tree) Close() { t.objects.close() }

// Short returns the beginning of the commit's hash.
func (t *Tree) Short() string { return t.Commit[:min(12, len(t.Commit))] }

// Root returns the directory whose files the revision has, relative to the one that it was opened for.
func (t *Tree) Root() string {
	if rel, err := filepath.Rel(t.dir, t.root); err == nil {
		return rel
	}
	return t.root
}

// place returns the path of a name in the revision, with slashes; "." is its root.
func (t *Tree) place(name string) (string, error) {
	full := name
	if !filepath.IsAbs(full) {
		full = filepath.Join(t.dir, name)
	}
	for range 2 {
		rel, err := filepath.Rel(t.root, full)
		if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return filepath.ToSlash(rel), nil
		}
		// The name of the root itself may have links.
		full = withoutLinks(full)
	}
	return "", ErrOutside
}

// withoutLinks resolves the links of the existing part of a name.
func withoutLinks(name string) string {
	for dir, rest := name, ""; ; dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == filepath.Dir(dir) {
			return name
		}
	}
}

// entries reads a directory, once.
func (t *Tree) entries(hash string) ([]entry, error) {
	t.mu.Lock()
	list, known := t.dirs[hash]
	t.mu.Unlock()
	if known {
		return list, nil
	}
	name := hash
	if name == "" {
		name = t.Commit + "^{tree}"
	}
	list, err := t.objects.tree(name)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	t.mu.Lock()
	t.dirs[hash] = list
	t.mu.Unlock()
	return list, nil
}

// mostLinks limits the symbolic links in a row.
const mostLinks = 40

// find returns the entry of a name, and its path.
func (t *Tree) find(name string) (entry, string, error) {
	at, err := t.place(name)
	if err != nil {
		return entry{}, "", err
	}
	return t.follow(at, 0)
}

func (t *Tree) follow(place string, links int) (entry, string, error) {
	here := entry{name: ".", kind: isDir}
	if place == "." {
		return here, place, nil
	}
	parts := strings.Split(place, "/")
	for i, part := range parts {
		if here.kind == isSubmodule {
			return entry{}, "", ErrSubmodule
		}
		if here.kind != isDir {
			return entry{}, "", fs.ErrNotExist
		}
		list, err := t.entries(here.hash)
		if err != nil {
			return entry{}, "", err
		}
		j, found := slices.BinarySearchFunc(list, part, func(e entry, name string) int { return strings.Compare(e.name, name) })
		if !found {
			return entry{}, "", fs.ErrNotExist
		}
		here = list[j]
		if here.kind != isLink {
			continue
		}
		target, err := t.text(here.hash)
		if err != nil {
			return entry{}, "", err
		}
		to := path.Join(path.Join(parts[:i]...), string(target))
		if path.IsAbs(string(target)) || to == ".." || strings.HasPrefix(to, "../") || links == mostLinks {
			return entry{}, "", ErrLink
		}
		e, at, err := t.follow(path.Join(to, path.Join(parts[i+1:]...)), links+1)
		if errors.Is(err, fs.ErrNotExist) && i+1 == len(parts) {
			err = ErrLink
		}
		return e, at, err
	}
	return here, place, nil
}

// text reads a small file.
func (t *Tree) text(hash string) (text []byte, err error) {
	err = t.objects.read(hash, func(_ string, r io.Reader, _ int64) error {
		text, err = io.ReadAll(io.LimitReader(r, 64<<10))
		return err
	})
	return text, err
}

// Stat returns the target of a name.
func (t *Tree) Stat(name string) (fs.FileInfo, error) {
	e, _, err := t.find(name)
	if err != nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return info{e}, nil
}

// Follow is Stat: no link leads out of a revision.
func (t *Tree) Follow(_, name string) (fs.FileInfo, error) { return t.Stat(name) }

// ReadDir returns the entries of a directory, sorted by name.
func (t *Tree) ReadDir(name string) ([]fs.DirEntry, error) {
	e, _, err := t.find(name)
	switch {
	case err != nil:
	case e.kind == isSubmodule:
		err = ErrSubmodule
	case e.kind != isDir:
		err = fs.ErrNotExist
	}
	var list []entry
	if err == nil {
		list, err = t.entries(e.hash)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: err}
	}
	entries := make([]fs.DirEntry, len(list))
	for i := range list {
		entries[i] = fs.FileInfoToDirEntry(info{list[i]})
	}
	return entries, nil
}

// pointer is the beginning of files whose content is in Git LFS.
var pointer = []byte("version https://git-lfs.github.com/spec/")

// Load returns the text of a file. Its error is a *source.PathError.
func (t *Tree) Load(name string) ([]byte, error) {
	e, _, err := t.find(name)
	if err != nil {
		return nil, t.PathError(name, err)
	}
	if e.kind == isSubmodule {
		return nil, t.PathError(name, ErrSubmodule)
	}
	if e.kind == isDir {
		return nil, &source.PathError{Path: name, Problem: fmt.Sprintf("%s is a directory in %s, not a file", name, t.Name)}
	}
	var text []byte
	err = t.objects.read(e.hash, func(_ string, r io.Reader, size int64) error {
		text, err = source.LoadFrom(name, r, size)
		return err
	})
	if err == nil && len(text) < 1024 && bytes.HasPrefix(text, pointer) {
		err = ErrPointer
	}
	if err != nil {
		return nil, t.PathError(name, err)
	}
	return text, nil
}

// Real returns the absolute name of a file without symbolic links.
func (t *Tree) Real(name string) string {
	if _, at, err := t.find(name); err == nil {
		return filepath.Join(t.root, filepath.FromSlash(at))
	}
	if at, err := t.place(name); err == nil {
		return filepath.Join(t.root, filepath.FromSlash(at))
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(t.dir, name)
	}
	return filepath.Clean(name)
}

// IsRepository reports whether a directory is the root of the revision.
func (t *Tree) IsRepository(dir string) bool { return dir == t.root }

// PathError returns the error for an error about a name.
func (t *Tree) PathError(name string, err error) *source.PathError {
	if known := (*source.PathError)(nil); errors.As(err, &known) {
		return known
	}
	e := &source.PathError{Path: name, Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Problem = fmt.Sprintf("there is no %s in %s", name, t.Name)
		e.Nearest = t.nearest(name)
	case errors.Is(err, ErrOutside):
		e.Problem = fmt.Sprintf("%s is outside of the repository %s", name, t.root)
	case errors.Is(err, ErrSubmodule):
		e.Problem = fmt.Sprintf("%s is, or is in, a submodule in %s, whose files are in a repository of their own", name, t.Name)
	case errors.Is(err, ErrLink):
		e.Problem = fmt.Sprintf("%s is a symbolic link that leads to no file in %s", name, t.Name)
	case errors.Is(err, ErrPointer):
		e.Problem = fmt.Sprintf("%s is a pointer of Git LFS in %s; what it stands for is not in the repository", name, t.Name)
	case errors.Is(err, errLacking):
		e.Problem = fmt.Sprintf("%s in %s %v", name, t.Name, errLacking)
	default:
		var inner *fs.PathError
		if errors.As(err, &inner) {
			err = inner.Err
		}
		e.Problem = fmt.Sprintf("%s in %s could not be read: %v", name, t.Name, err)
	}
	return e
}

// nearest returns the name of the revision that was probably meant: it replaces the first missing part by the most
// similar one.
func (t *Tree) nearest(name string) string {
	clean := filepath.Clean(name)
	parent := filepath.Dir(clean)
	_, err := t.ReadDir(parent)
	for err != nil && filepath.Dir(parent) != parent {
		clean, parent = parent, filepath.Dir(parent)
		_, err = t.ReadDir(parent)
	}
	entries, err := t.ReadDir(parent)
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	near := nearest.Name(filepath.Base(clean), names)
	if near == "" {
		return ""
	}
	return filepath.Join(parent, near)
}

// info is an entry as a fs.FileInfo. Sizes and times are not known before a file is read.
type info struct{ entry }

var _ fs.FileInfo = info{}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return 0 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.Mode().IsDir() }
func (i info) Sys() any           { return nil }

// Mode returns the mode; a submodule is a directory that is not regular.
func (i info) Mode() fs.FileMode {
	switch i.kind {
	case isDir:
		return fs.ModeDir
	case isLink:
		return fs.ModeSymlink
	case isSubmodule:
		return fs.ModeDir | fs.ModeIrregular
	}
	return 0
}
