package files

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/crdtool/crdtool/internal/input/confine"
	"github.com/crdtool/crdtool/internal/input/source"
)

// A System has the files of a run: the disk, or a revision of a repository. Names are relative to the working
// directory or absolute.
type System interface {
	// Stat and ReadDir are those of package os: Stat follows symbolic links, ReadDir sorts.
	Stat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	// Follow is Stat for a name below a searched directory. It returns an error if symbolic links lead out of the
	// repository, or of the directory if that is in none.
	Follow(dir, name string) (fs.FileInfo, error)
	// Load returns the text of a file. Its error is a *source.PathError.
	Load(name string) ([]byte, error)
	// Real returns the absolute name of a file without symbolic links, as far as it can be resolved.
	Real(name string) string
	// IsRepository reports whether a directory is the root of a repository.
	IsRepository(dir string) bool
	// PathError returns the error for an error of another method.
	PathError(name string, err error) *source.PathError
}

// Disk is the default System.
var Disk System = disk{}

type disk struct{}

func (disk) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (disk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (disk) Follow(dir, name string) (fs.FileInfo, error) {
	if err := confine.ReadFound(dir, name); err != nil {
		return nil, err
	}
	return os.Stat(name)
}

func (disk) Load(name string) ([]byte, error) { return source.Load(name) }

// Pipes have no name without symbolic links.
func (disk) Real(name string) string {
	if p, err := filepath.EvalSymlinks(name); err == nil {
		name = p
	}
	if p, err := filepath.Abs(name); err == nil {
		name = p
	}
	return name
}

func (disk) IsRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

func (disk) PathError(name string, err error) *source.PathError {
	return source.NewPathError(name, err)
}

// readFile reads and parses a file.
func readFile(on System, name string) (*source.File, error) {
	text, err := on.Load(name)
	if err != nil {
		return nil, err
	}
	return source.Read(name, text), nil
}
