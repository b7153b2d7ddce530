package config

import (
	"path/filepath"
	"slices"

	"github.com/crdtool/crdtool/internal/input/files"
)

// BaselineName is the default name of the baseline file.
const BaselineName = ".crdtool-baseline.json"

// Leaves reports whether a file is skipped: the configuration excludes it, or it is one of crdtool's own files
// and was found, not named. It calls told for a named file that is excluded; told may be nil.
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
