package files

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/crdtool/crdtool/internal/input/source"
)

// Overlay is a System in which texts replace those of files, such as the unsaved texts of an editor. It has only
// these texts beyond its System: directories do not list files that are not there.
type Overlay struct {
	System
	// Text returns the text of a file by its absolute name, and whether there is one.
	Text func(path string) ([]byte, bool)
}

func (o Overlay) text(name string) ([]byte, bool) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, false
	}
	return o.Text(path)
}

// Load returns the text of a file, as System does.
func (o Overlay) Load(name string) ([]byte, error) {
	text, ok := o.text(name)
	if !ok {
		return o.System.Load(name)
	}
	return source.LoadFrom(name, bytes.NewReader(text), int64(len(text)))
}

// Stat is that of System; a text without a file is a file.
func (o Overlay) Stat(name string) (fs.FileInfo, error) {
	info, err := o.System.Stat(name)
	return o.info(name, info, err)
}

// Follow is that of System; a text without a file is a file.
func (o Overlay) Follow(dir, name string) (fs.FileInfo, error) {
	info, err := o.System.Follow(dir, name)
	return o.info(name, info, err)
}

func (o Overlay) info(name string, info fs.FileInfo, err error) (fs.FileInfo, error) {
	if text, ok := o.text(name); ok && err != nil {
		return unsaved{filepath.Base(name), int64(len(text))}, nil
	}
	return info, err
}

// unsaved describes a text without a file.
type unsaved struct {
	name string
	size int64
}

func (u unsaved) Name() string     { return u.name }
func (u unsaved) Size() int64      { return u.size }
func (unsaved) Mode() fs.FileMode  { return 0o644 }
func (unsaved) ModTime() time.Time { return time.Time{} }
func (unsaved) IsDir() bool        { return false }
func (unsaved) Sys() any           { return nil }
