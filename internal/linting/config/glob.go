package config

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/internal/input/gitignore"
)

// matches reports whether a glob matches a slash-separated name. Between slashes
// *, ? and [] are those of path.Match; ** stands for any number of folders, none
// included. A glob that matches a folder matches all that is below it.
func matches(glob, name string) bool {
	return gitignore.Match(strings.Split(strings.TrimSuffix(glob, "/"), "/"), strings.Split(name, "/"), true)
}

// validGlob reports whether every part of a glob can be matched.
func validGlob(glob string) bool {
	for part := range strings.SplitSeq(glob, "/") {
		if _, err := path.Match(part, ""); err != nil {
			return false
		}
	}
	return glob != "" && !path.IsAbs(glob)
}

// relative is a file's name as globs of the configuration see it.
func (c *Config) relative(file string) string {
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return filepath.ToSlash(file)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return filepath.ToSlash(file)
	}
	rel, err := filepath.Rel(dir, abs)
	if err != nil {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}

func anyMatches(globs []string, name string) bool {
	for _, g := range globs {
		if matches(g, name) {
			return true
		}
	}
	return false
}

// Excludes reports whether a file is not to be read.
func (c *Config) Excludes(file string) bool {
	return len(c.Exclude) > 0 && anyMatches(c.Exclude, c.relative(file)) || c.ExcludesHere(file)
}

// ExcludeHere adds patterns of files that are not to be read, as a .gitignore of the working directory has them.
func (c *Config) ExcludeHere(patterns []string) {
	if len(patterns) > 0 {
		c.here = gitignore.Read(strings.Join(patterns, "\n"), "", nil)
	}
}

// ExcludesHere reports whether a pattern of ExcludeHere matches a file, or a directory that it is in.
func (c *Config) ExcludesHere(file string) bool {
	if c.here == nil {
		return false
	}
	here := Config{Dir: "."}
	name := here.relative(file)
	for strings.HasPrefix(name, "../") {
		name = name[len("../"):]
	}
	return c.here.IgnoresBelow(name)
}
