package config

import (
	"path/filepath"
	"slices"

	"github.com/crdtool/crdtool/internal/source"
)

// BaselineName is the file that a baseline is written to unless another is named.
const BaselineName = ".crdtool-baseline.json"

// Without takes the files out of a list that the configuration excludes, and
// crdtool's own files, which stand in a folder too. The list is what paths led to.
// Of the files that paths name themselves, crdtool's own stay, and told is called
// for those that are excluded; it may be nil.
func (c *Config) Without(paths, names []string, told func(name string)) []string {
	own := append(Names(), BaselineName)
	return slices.DeleteFunc(names, func(name string) bool {
		named := slices.Contains(paths, name)
		if slices.Contains(own, filepath.Base(name)) && !named {
			return true
		}
		if name == source.Stdin || !c.Excludes(name) {
			return false
		}
		if named && told != nil {
			told(name)
		}
		return true
	})
}
