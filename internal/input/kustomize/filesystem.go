package kustomize

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/crdtool/crdtool/internal/input/confine"
	"github.com/crdtool/crdtool/internal/input/source"
)

// maxBytes is the number of bytes that the files of a kustomization may have together, and maxReads the number of times that
// kustomize may read one: a base is read again for each kustomization that names it.
const (
	maxBytes = 64 << 20
	maxReads = 20_000
)

var errReadOnly = errors.New("crdtool writes no files for kustomize")

// fileSystem is the disk as kustomize sees it. It keeps what was read, so that all builds of a kustomization see the
// same files.
type fileSystem struct {
	named string            // the directory of the kustomization, as it was named
	dir   string            // the same, absolute and without symbolic links
	read  map[string][]byte // by absolute name
	order []string          // the names in read, as they were read first
	size  int
	// reads counts the files that the current build has read, and maxReads is its limit.
	reads, maxReads int
	// refused is the first error of ReadFile that is not of the disk: kustomize does not pass all errors on.
	refused error
	// hasSchema says that a kustomization has a schema of its own.
	hasSchema bool
	// isComponent says that the kustomization is a component, which others name.
	isComponent bool
	// instead are files with other texts, to see what a change does.
	instead map[string][]byte
}

func newFileSystem(named string) (*fileSystem, error) {
	dir, err := realPath(named)
	if err != nil {
		return nil, err
	}
	return &fileSystem{named: named, dir: dir, read: map[string][]byte{}, maxReads: maxReads}, nil
}

func realPath(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(name)
}

// shown returns the name of a file as people know it.
func (s *fileSystem) shown(name string) string {
	rel, err := filepath.Rel(s.dir, name)
	if err != nil {
		return name
	}
	return filepath.Join(s.named, rel)
}

// realName returns the name of a file of the kustomization's directory as read has it.
func (s *fileSystem) realName(name string) string { return filepath.Join(s.dir, filepath.Base(name)) }

// ReadFile returns the text of a file, and refuses kustomizations with remote parts.
func (s *fileSystem) ReadFile(name string) ([]byte, error) {
	if s.reads++; s.reads > s.maxReads {
		return nil, s.refuse(fmt.Errorf("it reads more than %d files", s.maxReads))
	}
	if text, is := s.instead[name]; is {
		return text, nil
	}
	if text, is := s.read[name]; is {
		return text, nil
	}
	// The file that refers to it may be any of the kustomization: all are in one repository.
	if err := confine.Reference(filepath.Join(s.dir, "kustomization.yaml"), name); err != nil {
		return nil, s.refuse(err)
	}
	text, err := source.Load(name)
	if err != nil {
		return nil, err
	}
	if s.size += len(text); s.size > maxBytes {
		return nil, s.refuse(fmt.Errorf("its files have more than %d MiB", maxBytes>>20))
	}
	if err := refuseLarge(s.shown(name), text); err != nil {
		return nil, s.refuse(err)
	}
	if IsFile(name) {
		if err := s.kustomization(s.shown(name), text); err != nil {
			return nil, s.refuse(err)
		}
	}
	s.read[name] = text
	s.order = append(s.order, name)
	return text, nil
}

func (s *fileSystem) refuse(err error) error {
	if s.refused == nil {
		s.refused = err
	}
	return err
}

func (s *fileSystem) IsDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func (s *fileSystem) Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// CleanedAbs splits a name into its directory and file, without symbolic links.
func (s *fileSystem) CleanedAbs(name string) (filesys.ConfirmedDir, string, error) {
	name, err := realPath(name)
	if err != nil {
		return "", "", err
	}
	if s.IsDir(name) {
		return filesys.ConfirmedDir(name), "", nil
	}
	return filesys.ConfirmedDir(filepath.Dir(name)), filepath.Base(name), nil
}

func (s *fileSystem) Glob(pattern string) ([]string, error) { return filepath.Glob(pattern) }

func (s *fileSystem) ReadDir(name string) ([]string, error) {
	entries, err := os.ReadDir(name)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

func (*fileSystem) Create(string) (filesys.File, error)  { return nil, errReadOnly }
func (*fileSystem) Mkdir(string) error                   { return errReadOnly }
func (*fileSystem) MkdirAll(string) error                { return errReadOnly }
func (*fileSystem) RemoveAll(string) error               { return errReadOnly }
func (*fileSystem) WriteFile(string, []byte) error       { return errReadOnly }
func (*fileSystem) Open(string) (filesys.File, error)    { return nil, errReadOnly }
func (*fileSystem) Walk(string, filepath.WalkFunc) error { return errReadOnly }
