package gotypes

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"sync"
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
		before: m, mu: &sync.Mutex{}, commands: &commands{},
	}
	edited.declare()
	edited.code = edited.newCode()
	return edited
}

// declare notes which types the texts may declare that are not declared on disk.
func (m *Module) declare() {
	for _, name := range slices.Sorted(maps.Keys(m.texts)) {
		text, dir := m.texts[name], filepath.Dir(name)
		if !bytes.Contains(text, []byte("TypeMeta")) {
			continue
		}
		eachType(text, func(name string, group bool) {
			if group || slices.Contains(m.names[name], dir) {
				return
			}
			m.names = maps.Clone(m.names)
			m.names[name] = append(slices.Clip(m.names[name]), dir)
			if !slices.Contains(m.roots, dir) {
				m.roots = append(slices.Clip(m.roots), dir)
			}
		})
	}
}

// In returns the types of the CRD in another module; nil if it has none.
func (c *CRD) In(m *Module) *CRD { return m.CRD(c.group, c.kind, c.versions, c.by) }

// Generator is the version of controller-gen that the types are read for.
func (c *CRD) Generator() Generator { return c.by }

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
	p.take(old)
	return true
}

// take takes the files of a package over, but for those with another text.
func (p *pkg) take(old *pkg) {
	if p.path == "" {
		p.path = old.path
	}
	for _, was := range old.files {
		text, isOpen := p.m.texts[was.name]
		if was.unsaved && !isOpen { // an editor has closed it
			if src, err := readFile(was.name); err == nil && built(src) {
				p.add(was.name, src)
			}
			continue
		}
		if isOpen && !bytes.Equal(text, was.src) {
			p.add(was.name, text)
			continue
		}
		f := &file{p: p, name: was.name, src: was.src, marked: was.marked, groupVersion: was.groupVersion, methods: was.methods,
			declared: was.declared, grouped: was.grouped, parsed: was.parsed, foreign: was.foreign, unsaved: isOpen}
		if p.hold(f); was.ast != nil {
			f.holds(was.ast, was.tok)
			if p.m.mu == old.m.mu { // else another goroutine may use it
				f.described = was.described
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.m.texts)) { // files that are not on disk yet
		if filepath.Dir(name) == p.dir && isSource(filepath.Base(name)) && !slices.ContainsFunc(p.files, func(f *file) bool { return f.name == name }) {
			p.add(name, p.m.texts[name])
		}
	}
}

// repository is the folder that the Go code is kept in, as far as that can be told.
func (m *Module) repository() string {
	if dir := Around(filepath.Join(m.dir, "a.go")); dir != "" {
		return dir
	}
	return m.dir
}
