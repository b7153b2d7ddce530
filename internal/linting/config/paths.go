package config

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// Paths are the default paths of commands: files, directories or globs, relative to the working directory.
type Paths struct {
	// CRDs are the CRDs that people edit or generate, without copies.
	CRDs []string
	// Objects are custom objects, such as samples.
	Objects []string
	// Types are the directories of the Go types that CRDs are generated from.
	Types []string
}

func (r *reader) paths(n *yamlnode.Node, c *Config) {
	list := func(to *[]string) func(*yamlnode.Node) {
		return func(n *yamlnode.Node) { *to = append(*to, r.pathList(n, c)...) }
	}
	r.mapping(n, "paths", fields{"crds": list(&c.Paths.CRDs), "objects": list(&c.Paths.Objects), "types": list(&c.Paths.Types)})
}

func (r *reader) pathList(n *yamlnode.Node, c *Config) []string {
	var list []string
	for _, item := range r.items(n) {
		if path := c.Join(r.text(item)); path != "" && r.inRepository(item, c, path) {
			c.setKey(path, r, item)
			list = append(list, path)
		}
	}
	return list
}

// Nearer compares two files with the same CRD. It is negative if the first one takes precedence. Files of
// paths.crds come first; for others see files.Nearer.
func (c *Config) Nearer(a, b string) int {
	outside := func(name string) int {
		if c.Paths.has(name) {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(outside(a), outside(b)), files.Nearer(a, b))
}

// has reports whether a file matches a path of CRDs, or is below one.
func (p *Paths) has(name string) bool {
	if len(p.CRDs) == 0 {
		return false
	}
	name = absolute(name)
	for _, path := range p.CRDs {
		if matches(absolute(path), name) {
			return true
		}
	}
	return false
}

func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	return strings.TrimPrefix(filepath.ToSlash(name), "/")
}
