package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/crdtool/crdtool/internal/input/confine"
)

var names = [...]string{".crdtool.yaml", ".crdtool.yml"}

// Names returns the possible names of the file, the preferred one first.
func Names() []string { return append([]string{}, names[:]...) }

// Name is the preferred name of the file.
const Name = ".crdtool.yaml"

// Find returns the configuration of a folder: the file in the folder or in the nearest parent with one, or "".
// It does not search above the root of the git repository, where others may write, as in /tmp.
func Find(dir string) (string, error) {
	above, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; {
		for _, name := range names {
			path := filepath.Join(at, name)
			switch info, err := os.Stat(path); {
			case err == nil && !info.IsDir():
				return path, nil
			case err != nil && !errors.Is(err, fs.ErrNotExist):
				return "", err
			}
		}
		if above == filepath.Dir(above) || confine.IsRepository(above) {
			return "", nil
		}
		above = filepath.Dir(above)
		// The returned path stays relative if dir is: ../.crdtool.yaml.
		at = filepath.Join(at, "..")
	}
}
