package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/crdtool/crdtool/internal/input/confine"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// A PathError is the error for a path that could not be read.
type PathError struct {
	Path string
	// Problem describes what was expected and what was found.
	Problem string
	// Nearest is an existing path that was probably meant, or empty.
	Nearest string
	// Err is the error of the operating system, if there was one.
	Err error
}

// Error returns the problem, and the nearest path if there is one.
func (e *PathError) Error() string {
	if e.Nearest != "" {
		return fmt.Sprintf("%s; did you mean %s?", e.Problem, e.Nearest)
	}
	return e.Problem
}

// Unwrap returns Err.
func (e *PathError) Unwrap() error { return e.Err }

// NewPathError returns the error for an error of the operating system.
func NewPathError(path string, err error) *PathError {
	e := &PathError{Path: path, Err: err}
	var outside *confine.Error
	switch {
	case errors.As(err, &outside):
		e.Problem = outside.Error() + "; it is not read, so name that file itself if it is meant"
	case errors.Is(err, fs.ErrNotExist):
		missing(e)
	case errors.Is(err, fs.ErrPermission):
		what := "file"
		if info, statErr := os.Stat(path); statErr == nil && info.IsDir() {
			what = "directory"
		}
		e.Problem = fmt.Sprintf("no permission to read the %s %s", what, path)
	case errors.Is(err, syscall.ELOOP):
		e.Problem = fmt.Sprintf("symbolic link %s points to itself", path)
	case errors.Is(err, syscall.ENOTDIR):
		missing(e)
	default:
		// The operating system's message without its call and path.
		var inner *fs.PathError
		if errors.As(err, &inner) {
			err = inner.Err
		}
		e.Problem = fmt.Sprintf("%s could not be read: %v", path, err)
	}
	return e
}

// missing sets the problem to the part of a path that does not exist, and Nearest to a similar name.
func missing(e *PathError) {
	if target, err := os.Readlink(e.Path); err == nil {
		e.Problem = fmt.Sprintf("%s is a symbolic link to %s, which does not exist", e.Path, target)
		return
	}
	// The longest part of the path that exists.
	clean := filepath.Clean(e.Path)
	parent, rest := filepath.Dir(clean), []string{filepath.Base(clean)}
	info, err := os.Stat(parent)
	for err != nil && filepath.Dir(parent) != parent {
		rest = append([]string{filepath.Base(parent)}, rest...)
		parent = filepath.Dir(parent)
		info, err = os.Stat(parent)
	}
	if err == nil && !info.IsDir() {
		e.Problem = fmt.Sprintf("%s: no such file or directory; %s is a file, not a directory", e.Path, parent)
		e.Nearest = parent
		return
	}
	e.Problem = e.Path + ": no such file or directory"
	if len(rest) > 1 {
		e.Problem += fmt.Sprintf("; there is no %s in %s", rest[0], parent)
	}
	near := nearestName(parent, rest[0])
	if near == "" {
		return
	}
	e.Nearest = filepath.Join(parent, near)
	// If the rest of the path exists there too, this path was meant.
	if whole := filepath.Join(append([]string{e.Nearest}, rest[1:]...)...); len(rest) > 1 {
		if _, err := os.Stat(whole); err == nil {
			e.Nearest = whole
		} else if len(rest) == 2 {
			if again := nearestName(e.Nearest, rest[1]); again != "" {
				e.Nearest = filepath.Join(e.Nearest, again)
			}
		}
	}
}

// nearestName returns the most similar name in a directory, or "" if none is similar: at most a third of its
// letters may differ, or only the suffix.
func nearestName(dir, name string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	best, least := "", max(1, len(name)/3)+1
	for _, entry := range entries {
		other := entry.Name()
		d := nearest.Distance(name, other)
		if stem(name) == stem(other) && (entry.IsDir() || Readable(other)) {
			d = 0 // only the suffix differs
		}
		if d < least {
			best, least = other, d
		}
	}
	return best
}

func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// Readable reports whether files with the suffix of a name are read from a directory.
func Readable(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}
