package gotypes

import (
	"bytes"
	"maps"
	"path/filepath"
	"reflect"
	"sync"
)

// family is what the modules of an editor have in common, each of which has the texts after one change: the packages of
// other modules, which no text of the editor changes, and what is known of their types. Its mutex is theirs.
type family struct {
	mu sync.Mutex
	// packages are those of other modules, by folder.
	packages map[string]*pkg
	// flats are the flat schemas of their types, by the minor version of controller-gen.
	flats map[int]map[*raw]*raw
	// agreed are the schemas of CRDs that are known to be what such types say.
	agreed map[agreement]map[string]any
}

// agreement is a schema of a type and one of a CRD, by its address. The value in family.agreed keeps it from being used
// for another one.
type agreement struct {
	s       *raw
	minor   int
	address uintptr
}

// mostAgreed bounds the agreements. Without them, each keystroke takes three times as long in a file with types that
// hold whole pods; the largest CRDs have some 20,000 schemas.
const mostAgreed = 100_000

// Typed returns the module with other texts of some files, by their full names, as Edited does, for one change after the
// other: what the module has read goes over to the new one. Files that are not on disk may be among them.
func (m *Module) Typed(texts map[string][]byte) *Module {
	m.mu.Lock()
	defer m.mu.Unlock()
	in := m.family
	if in == nil {
		in = &family{packages: map[string]*pkg{}, flats: map[int]map[*raw]*raw{}, agreed: map[agreement]map[string]any{}}
	}
	next := &Module{
		dir: m.dir, base: m.base, cache: m.cache, goroot: m.goroot, mu: &in.mu,
		inside: maps.Clone(m.inside), merged: maps.Clone(m.merged), texts: maps.Clone(texts),
		roots: m.roots, names: m.names, changes: maps.Clone(m.changes), commands: m.commands,
		family: in, inherited: maps.Clone(m.inherited),
	}
	if next.inherited == nil {
		next.inherited = map[string]*pkg{}
	}
	maps.Copy(next.inherited, m.code.packages)
	m.inherited = nil // else each module would hold all before it
	next.code = next.newCode()
	next.declare()
	next.keepRoots(m)
	return next
}

// keepRoots takes the kinds over of which no package has changed.
func (m *Module) keepRoots(from *Module) {
	changed := map[string]bool{}
	for name, text := range from.texts {
		if now, ok := m.texts[name]; !ok || !bytes.Equal(text, now) {
			changed[filepath.Dir(name)] = true
		}
	}
	for name := range m.texts {
		if _, ok := from.texts[name]; !ok {
			changed[filepath.Dir(name)] = true
		}
	}
	for key, r := range from.code.crds {
		if r == nil || !r.walked || r.gen.isUnread {
			continue
		}
		isSame := true
		for dir := range changed {
			isSame = isSame && !r.gen.dirs[dir]
		}
		if isSame {
			m.code.crds[key] = r
			if r.gen.agreed == nil {
				r.gen.agreed = map[agreement]map[string]any{}
			}
		}
	}
}

// foreign reports whether a folder is one of another module, for the modules of an editor.
func (m *Module) foreign(dir string) bool {
	return m.family != nil && (isBelow(dir, m.cache) || isBelow(dir, m.goroot))
}

// flatOf returns the map that has the flat schema of a schema: for types of other modules the one of the family.
func (g *generator) flatOf(r *raw) map[*raw]*raw {
	if g.m.family == nil || !r.at.ok() || !r.at.file.foreign || r.ref != nil && r.ref.g != nil {
		return g.flats
	}
	all := g.m.family.flats[g.minor]
	if all == nil {
		all = map[*raw]*raw{}
		g.m.family.flats[g.minor] = all
	}
	return all
}

// agreements are those that a schema may be one of; nil if there are none.
func (g *generator) agreements(s *raw) map[agreement]map[string]any {
	switch {
	case g.agreed != nil:
		return g.agreed
	case g.m.family != nil && s.at.ok() && s.at.file.foreign:
		return g.m.family.agreed
	}
	return nil
}

// agrees reports whether a schema of a CRD is known to be what a type says.
func (g *generator) agrees(s *raw, y map[string]any) bool {
	_, ok := g.agreements(s)[agreement{s, g.minor, reflect.ValueOf(y).Pointer()}]
	return ok
}

// agree stores that a schema of a CRD is what a type says.
func (g *generator) agree(s *raw, y map[string]any) {
	all := g.agreements(s)
	if all == nil {
		return
	}
	if len(all) > mostAgreed {
		clear(all)
	}
	all[agreement{s, g.minor, reflect.ValueOf(y).Pointer()}] = y
}
