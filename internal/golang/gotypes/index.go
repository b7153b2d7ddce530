package gotypes

import (
	"path/filepath"
	"slices"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Origin is a place of Go code that something of a CRD comes from.
type Origin struct {
	// From and To are offsets of bytes in the file.
	From, To int
	// Version is the index of the version of the CRD, and Path that of the schema or of its keyword, below
	// openAPIV3Schema.
	Version int
	Path    []finding.Segment
	// Type is set if the place is the name of the type that the schema is of, and Marker if it is a marker.
	Type, Marker bool
}

// Origins lists the places of a file that schemas of the CRD and their keywords come from, by their order in the file.
// Files are all that the CRD's types are in, but for those of other modules.
func (c *CRD) Origins(file string) (found []Origin, files map[string]bool) {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	x := indexer{file: file, files: map[string]bool{}}
	for i, r := range c.roots {
		if r != nil {
			x.r, x.version = r, i
			x.schema(r.root, nil, true)
			r.walked = true
		}
	}
	slices.SortStableFunc(x.found, func(a, b Origin) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.To - b.To
	})
	return x.found, x.files
}

// indexer collects the origins in a file.
type indexer struct {
	file    string
	files   map[string]bool
	r       *Root
	version int
	around  []*typeDecl // the types whose schemas are walked
	walked  int
	found   []Origin
}

func (x *indexer) add(at place, path []finding.Segment, isType bool) {
	if !at.ok() || at.file.name != x.file || at.file.tok == nil {
		return
	}
	from := at.file.tok.Offset(at.pos)
	x.found = append(x.found, Origin{From: from, To: from + at.n, Version: x.version, Path: slices.Clone(path), Type: isType, Marker: at.note != nil})
}

func (x *indexer) schema(s *raw, path []finding.Segment, root bool) {
	if x.walked++; x.walked > mostWritten {
		return
	}
	if s.of != nil {
		if slices.Contains(x.around, s.of.t) || s.of.t.file != nil && s.of.g == nil && x.r.m.elsewhere(s.of.t.file.name) {
			x.add(s.at, path, false)
			return // types of other modules hold nothing of the file
		}
		x.around = append(x.around, s.of.t)
		defer func() { x.around = x.around[:len(x.around)-1] }()
	}
	if s.at.ok() && !x.r.m.elsewhere(s.at.file.name) {
		x.files[s.at.file.name] = true
	}
	x.add(s.at, path, root)
	if s.home.ok() {
		x.files[s.home.file.name] = true
		x.add(s.home, path, true)
	}
	for _, w := range s.words {
		x.add(w.at, step(path, w.keyword), false)
	}
	for i, w := range s.rules {
		x.add(w.at, append(step(path, rulesKeyword), finding.Segment{Index: i, IsIndex: true}), false)
	}
	for i, w := range requiredOf(s) {
		x.add(w.at, append(step(path, "required"), finding.Segment{Index: i, IsIndex: true}), false)
	}
	for _, name := range s.names {
		next := s.props[name]
		if root && name == "metadata" {
			next = metadata(next)
		}
		x.schema(x.r.gen.flat(next), step(path, "properties", name), false)
	}
	if s.items != nil {
		x.schema(x.r.gen.flat(s.items), step(path, "items"), false)
	}
	if s.values != nil {
		x.schema(x.r.gen.flat(s.values), step(path, "additionalProperties"), false)
	}
}

// DeclaredKind is a kind that a file declares.
type DeclaredKind struct {
	Group, Version, Kind string
	At                   Position
}

// KindsIn lists the kinds whose types a file declares, in a package of a known group. Lists are none.
func (m *Module) KindsIn(name string) []DeclaredKind {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.latest()
	p := c.packageOf(name)
	gv := c.declared(p)
	if gv.group == "" || p.packageMarkers()["kubebuilder:skip"] != nil {
		return nil
	}
	var all []DeclaredKind
	for _, t := range p.declarations(name) {
		kind := t.spec.Name.Name
		if p.isRoot(t, 0) && has(t.typeMarkers(), "kubebuilder:skipversion") == nil {
			all = append(all, DeclaredKind{Group: gv.group, Version: gv.version, Kind: kind, At: m.position(at(t.file, t.spec.Name), true)})
		}
	}
	return all
}

// HasGroup reports whether the package of a file names the group of its kinds.
func (m *Module) HasGroup(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.latest()
	return c.declared(c.packageOf(name)).group != ""
}

// packageOf returns the package of a file.
func (c *code) packageOf(name string) *pkg {
	dir := filepath.Dir(name)
	return c.load(dir, "", c.enclosing(dir))
}

// declarations are the types that a file declares, in its order.
func (p *pkg) declarations(name string) []*typeDecl {
	var all []*typeDecl
	for _, f := range p.files {
		if f.name == name {
			f.parse()
		}
	}
	for _, t := range p.types {
		if t.file.name == name {
			all = append(all, t)
		}
	}
	slices.SortFunc(all, func(a, b *typeDecl) int { return int(a.spec.Pos() - b.spec.Pos()) })
	return all
}
