package config

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/internal/input/archive"
	"github.com/crdtool/crdtool/internal/input/gitignore"
)

// matches reports whether a glob matches a slash-separated name. Within a path element, *, ? and [] work as in
// path.Match; ** matches any number of folders, also none. A glob that matches a folder matches everything
// below it.
func matches(glob, name string) bool {
	return gitignore.Match(strings.Split(strings.TrimSuffix(glob, "/"), "/"), strings.Split(name, "/"), true)
}

// validGlob reports whether a glob is relative and each of its elements is valid.
func validGlob(glob string) bool {
	for part := range strings.SplitSeq(glob, "/") {
		if _, err := path.Match(part, ""); err != nil {
			return false
		}
	}
	return glob != "" && !path.IsAbs(glob)
}

// relative returns the slash-separated name of a file relative to the configuration's folder.
func (c *Config) relative(file string) string {
	file = archive.AsPath(file)
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

// Excludes reports whether the configuration or a pattern of ExcludeHere excludes a file.
func (c *Config) Excludes(file string) bool {
	return len(c.Exclude) > 0 && anyMatches(c.Exclude, c.relative(file)) || c.ExcludesHere(file)
}

// ExcludeHere sets patterns of excluded files, as in a .gitignore of the working directory.
func (c *Config) ExcludeHere(patterns []string) {
	if len(patterns) > 0 {
		c.here = gitignore.Read(strings.Join(patterns, "\n"), "", nil)
	}
}

// ExcludesHere reports whether a pattern of ExcludeHere matches a file or one of its folders.
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
