package config

import (
	"path/filepath"
	"slices"

	"github.com/crdtool/crdtool/internal/input/files"
)

// BaselineName is the file that a baseline is written to unless another is named.
const BaselineName = ".crdtool-baseline.json"

// Leaves reports whether a file is to be left out: one that the configuration
// excludes, or one of crdtool's own that was found and not named. told is called for
// what was named and is excluded; it may be nil.
func (c *Config) Leaves(name string, named bool, told func(name string)) bool {
	if !named && slices.Contains(append(Names(), BaselineName), filepath.Base(name)) {
		return true
	}
	if name == files.Stdin || !c.Excludes(name) {
		return false
	}
	if named && told != nil {
		told(name)
	}
	return true
}
