// Package archive reads Helm charts, images and Crossplane packages in place: tar archives, possibly compressed by
// gzip, archives of docker save, and OCI image layouts. It writes nothing, follows no links, and runs nothing.
package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// suffixes are the suffixes of archives: of charts, of images and of Crossplane packages; and of archives with another
// compression, for which Read returns an error that says so.
var suffixes = [...]string{".tgz", ".tar.gz", ".tar", ".xpkg", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst", ".zip"}

// Named reports whether a name has the suffix of an archive.
func Named(name string) bool {
	return slices.ContainsFunc(suffixes[:], func(s string) bool { return strings.HasSuffix(strings.ToLower(name), s) })
}

// Mark ends the name of an archive before the name of a file in it, as in chart.tgz!crds/lamps.yaml.
const Mark = "!"

// AsPath returns the name of a file in an archive as if the archive were a directory, for patterns that match names:
// chart.tgz/crds/lamps.yaml. It returns any other name unchanged.
func AsPath(name string) string {
	for i := range len(name) {
		if name[i] == Mark[0] && Named(name[:i]) {
			return name[:i] + "/" + strings.TrimLeft(name[i+1:], "/")
		}
	}
	return name
}

// An Archive is the file system in an archive, with the texts of YAML and JSON files alone. Names in it are relative to
// its root and have slashes; the root is "". It is safe for concurrent use.
type Archive struct {
	texts   map[string][]byte
	entries map[string][]fs.DirEntry // by directory, sorted
}

// Read reads an archive. For an image it returns the files of its layers, the last layer on top.
func Read(text []byte) (*Archive, error) {
	outer, err := readTar(bytes.NewReader(text), everything)
	if err != nil {
		return nil, err
	}
	load := func(name string) []byte { return outer.texts[name] }
	layers, err := layersOf(load)
	if err != nil {
		return nil, err
	}
	if layers == nil {
		return index(withoutTop(outer)), nil
	}
	files, err := merge(load, layers)
	if err != nil {
		return nil, err
	}
	return index(files), nil
}

// layoutFile marks a directory as an OCI image layout.
const layoutFile = "oci-layout"

// IsLayout reports whether a directory with these entries is an OCI image layout.
func IsLayout(entries []fs.DirEntry) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == layoutFile && e.Type().IsRegular() })
}

// ReadLayout reads the first image of an OCI image layout. load returns the content of a file in its directory, nil if
// there is none.
func ReadLayout(load func(name string) []byte) (*Archive, error) {
	layers, err := layersOf(load)
	if err != nil {
		return nil, err
	}
	if layers == nil {
		return nil, errors.New("no image with layers is in it")
	}
	files, err := merge(load, layers)
	if err != nil {
		return nil, err
	}
	return index(files), nil
}

// index sorts files into directories.
func index(files *tree) *Archive {
	a := &Archive{texts: map[string][]byte{}, entries: map[string][]fs.DirEntry{"": nil}}
	for name, text := range files.texts {
		if manifest(name) {
			a.texts[name] = text
		}
		a.add(name, entry{name: path.Base(name), size: int64(len(text))})
	}
	for _, list := range a.entries {
		slices.SortFunc(list, func(x, y fs.DirEntry) int { return strings.Compare(x.Name(), y.Name()) })
	}
	return a
}

// add adds an entry to its directory, and the directory to the one above.
func (a *Archive) add(name string, e entry) {
	dir := parent(name)
	if _, known := a.entries[dir]; !known {
		a.entries[dir] = nil
		a.add(dir, entry{name: path.Base(dir), dir: true})
	}
	a.entries[dir] = append(a.entries[dir], e)
}

// parent returns the directory of a name; "" for the root.
func parent(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:i]
	}
	return ""
}

// Load returns the text of a YAML or JSON file, which must not be changed.
func (a *Archive) Load(name string) ([]byte, error) {
	text, found := a.texts[name]
	if !found {
		return nil, fs.ErrNotExist
	}
	return text, nil
}

// ReadDir returns the entries of a directory by name.
func (a *Archive) ReadDir(name string) ([]fs.DirEntry, error) {
	list, found := a.entries[name]
	if !found {
		return nil, fs.ErrNotExist
	}
	return list, nil
}

// Stat returns the information about a file or a directory.
func (a *Archive) Stat(name string) (fs.FileInfo, error) {
	if _, isDir := a.entries[name]; isDir {
		return entry{name: path.Base(name), dir: true}, nil
	}
	for _, e := range a.entries[parent(name)] {
		if e.Name() == path.Base(name) {
			return e.Info()
		}
	}
	return nil, fs.ErrNotExist
}

// entry is a directory entry and its information.
type entry struct {
	name string
	size int64
	dir  bool
}

func (e entry) Name() string               { return e.name }
func (e entry) Size() int64                { return e.size }
func (e entry) IsDir() bool                { return e.dir }
func (e entry) Type() fs.FileMode          { return e.Mode().Type() }
func (e entry) Info() (fs.FileInfo, error) { return e, nil }
func (e entry) ModTime() time.Time         { return time.Time{} }
func (e entry) Sys() any                   { return nil }

func (e entry) Mode() fs.FileMode {
	if e.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

// withoutTop removes the directory around a Helm chart.
func withoutTop(files *tree) *tree {
	top := ""
	for name := range files.texts {
		dir, _, below := strings.Cut(name, "/")
		if !below || top != "" && top != dir {
			return files
		}
		top = dir
	}
	if _, isChart := files.texts[top+"/Chart.yaml"]; !isChart {
		return files
	}
	out := newTree()
	for name, text := range files.texts {
		out.texts[strings.TrimPrefix(name, top+"/")] = text
	}
	return out
}

// The errors of archives that are not read.
var (
	errNotTar   = errors.New("it is no tar archive, with or without gzip")
	errEmpty    = errors.New("no file is in it")
	errTooMany  = fmt.Errorf("it has more than %d files", maxFiles)
	errTooLarge = fmt.Errorf("its files have more than %d MiB", maxBytes>>20)
)
