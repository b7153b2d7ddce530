package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/crdtool/crdtool/internal/input/confine"
)

var names = [...]string{".crdtool.yaml", ".crdtool.yml"}

// Names lists what the file may be called, the first being preferred.
func Names() []string { return append([]string{}, names[:]...) }

// Name is what the file is called.
const Name = ".crdtool.yaml"

// Find returns the configuration that holds for a folder: the file in it or in
// the nearest folder above that has one. It returns "" if there is none. It does not look above
// the root of the folder's git repository, where others may write, as in /tmp.
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
		// The name stays as short as it was asked for: ../.crdtool.yaml.
		at = filepath.Join(at, "..")
	}
}
