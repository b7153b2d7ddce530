package gotypes

import (
	"maps"
	"path/filepath"
)

// Edited returns the module as it would be with other texts of some files, by their full
// names. What is known of the others is taken over, so that this costs little.
func (m *Module) Edited(texts map[string][]byte) *Module {
	m.mu.Lock()
	defer m.mu.Unlock()
	edited := &Module{
		dir: m.dir, base: m.base, cache: m.cache, goroot: m.goroot,
		inside: maps.Clone(m.inside), merged: maps.Clone(m.merged), texts: maps.Clone(texts),
		roots: m.roots, names: m.names, changes: maps.Clone(m.changes),
		before: m,
	}
	edited.code = edited.newCode()
	return edited
}

// In returns the types of the CRD in another module; nil if it has none.
func (c *CRD) In(m *Module) *CRD { return m.CRD(c.group, c.kind, c.versions, c.by) }

// Module is where the types are.
func (c *CRD) Module() *Module { return c.m }

// reread takes the files of a package over, but for those with another text, and reports
// whether the other module has the package.
func (p *pkg) reread(from *Module) bool {
	from.mu.Lock()
	defer from.mu.Unlock()
	old := from.code.packages[p.dir]
	if old == nil {
		return false
	}
	if p.path == "" {
		p.path = old.path
	}
	for _, was := range old.files {
		if text, ok := p.m.texts[was.name]; ok {
			p.add(was.name, text)
			continue
		}
		f := p.add(was.name, was.src)
		if f.parsed = was.parsed; was.ast != nil {
			f.holds(was.ast, was.tok)
		}
	}
	return true
}

// repository is the folder that the Go code is kept in, as far as that can be told.
func (m *Module) repository() string {
	if dir := Around(filepath.Join(m.dir, "a.go")); dir != "" {
		return dir
	}
	return m.dir
}
