package files

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/internal/input/archive"
	"github.com/crdtool/crdtool/internal/input/source"
)

// archives is a System with the files in the archives that were opened.
type archives struct {
	System
	opened map[string]*archive.Archive // by name, as it was given and as Real returns it
}

// open opens an archive, or a directory that is an OCI image layout.
func (s *archives) open(name string, layout bool) *source.PathError {
	var a *archive.Archive
	var err error
	if layout {
		a, err = archive.ReadLayout(func(file string) []byte {
			text, _ := s.System.Load(filepath.Join(name, filepath.FromSlash(file)))
			return text
		})
	} else {
		var text []byte
		if text, err = s.System.Load(name); err != nil {
			var pathError *source.PathError
			if errors.As(err, &pathError) {
				return pathError
			}
			return s.System.PathError(name, err)
		}
		a, err = archive.Read(text)
	}
	if err != nil {
		return &source.PathError{Path: name, Problem: name + " cannot be read as an archive: " + err.Error()}
	}
	if s.opened == nil {
		s.opened = map[string]*archive.Archive{}
	}
	s.opened[name], s.opened[s.System.Real(name)] = a, a
	return nil
}

// archivePath returns the archive that a name with the archive mark names a file of; "" if there is none.
func archivePath(on System, name string) string {
	for i := range len(name) {
		if name[i] != archive.Mark[0] || !archive.Named(name[:i]) {
			continue
		}
		if info, err := on.Stat(name[:i]); err == nil && info.Mode().IsRegular() {
			return name[:i]
		}
	}
	return ""
}

// at returns the archive of a file and the name of the file in it; nil for a file in no archive.
func (s *archives) at(name string) (a *archive.Archive, file, inside string) {
	for i := 0; i < len(name); i++ {
		if name[i] != archive.Mark[0] {
			continue
		}
		if a := s.opened[name[:i]]; a != nil {
			return a, name[:i], strings.Trim(filepath.ToSlash(name[i+1:]), "/")
		}
	}
	return nil, "", ""
}

func (s *archives) Stat(name string) (fs.FileInfo, error) {
	if a, _, inside := s.at(name); a != nil {
		return a.Stat(inside)
	}
	return s.System.Stat(name)
}

func (s *archives) ReadDir(name string) ([]fs.DirEntry, error) {
	if a, _, inside := s.at(name); a != nil {
		return a.ReadDir(inside)
	}
	return s.System.ReadDir(name)
}

func (s *archives) Follow(dir, name string) (fs.FileInfo, error) {
	if a, _, inside := s.at(name); a != nil {
		return a.Stat(inside)
	}
	return s.System.Follow(dir, name)
}

func (s *archives) Load(name string) ([]byte, error) {
	if a, _, inside := s.at(name); a != nil {
		text, err := a.Load(inside)
		if err != nil {
			return nil, s.PathError(name, err)
		}
		return text, nil
	}
	return s.System.Load(name)
}

func (s *archives) Real(name string) string {
	if a, file, inside := s.at(name); a != nil {
		return s.System.Real(file) + archive.Mark + filepath.FromSlash(inside)
	}
	return s.System.Real(name)
}

func (s *archives) PathError(name string, err error) *source.PathError {
	if a, file, inside := s.at(name); a != nil {
		return &source.PathError{Path: name, Problem: fmt.Sprintf("%s has no file or directory %s", file, inside), Err: err}
	}
	return s.System.PathError(name, err)
}

// IsRepository is true for the root of an archive, so that nothing outside of it applies in it.
func (s *archives) IsRepository(dir string) bool {
	if strings.HasSuffix(dir, archive.Mark) {
		return true
	}
	return s.System.IsRepository(dir)
}

// joinName joins the name of a directory, or of an archive with its mark, and of a file in it.
func joinName(dir, name string) string {
	if strings.HasSuffix(dir, archive.Mark) {
		return dir + name
	}
	return filepath.Join(dir, name)
}
