package gittree

import (
	"io/fs"
	"time"
)

// info is an entry as package io/fs has it. Sizes and times are not known before a file
// is read.
type info struct{ entry }

var _ fs.FileInfo = info{}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return 0 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.Mode().IsDir() }
func (i info) Sys() any           { return nil }

// Mode of a submodule is that of a directory that is not regular.
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
