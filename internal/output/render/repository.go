package render

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Repository is the folder that reports name files from, so that a forge finds
// them in its own tree whatever folder the run began in.
type Repository struct {
	dir string
	// real is dir without symbolic links.
	real string
}

// FindRepository returns the repository around a folder: the nearest folder
// upwards that has a .git, or else the folder itself.
func FindRepository(from string) Repository {
	from, err := filepath.Abs(from)
	if err != nil {
		return Repository{}
	}
	dir := from
	for d := from; ; d = filepath.Dir(d) {
		// In a work tree of another repository .git is a file.
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			dir = d
			break
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		real = dir
	}
	return Repository{dir, real}
}

// Path returns the name of a file from the root of the repository, with slashes,
// and whether it is in there. Elsewhere its absolute name is returned.
func (r Repository) Path(file string) (name string, inside bool) {
	if standardInput(file) {
		return file, true
	}
	abs, err := filepath.Abs(file)
	if err != nil || r.dir == "" {
		return filepath.ToSlash(file), true
	}
	if name, ok := below(r.dir, abs); ok {
		return name, true
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		if name, ok := below(r.real, real); ok {
			return name, true
		}
	}
	return filepath.ToSlash(abs), false
}

// standardInput tells whether a finding's file is none.
func standardInput(file string) bool { return file == "" || strings.HasPrefix(file, "<") }

func below(dir, file string) (string, bool) {
	name, err := filepath.Rel(dir, file)
	if err != nil || name == ".." || strings.HasPrefix(name, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(name), true
}

// fileURI returns the URI of a name that Path returned.
func fileURI(name string, inside bool) string {
	if inside {
		return (&url.URL{Path: name}).String()
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name // C:/crds
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}
