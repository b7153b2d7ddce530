package gotypes

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Declarations returns the types that the CRD is generated from, each once, in the order of the schemas. Types of
// other modules are left out.
func (c *CRD) Declarations() []*Declaration {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	w := walk{seen: map[*Declaration]bool{}}
	d := &declarer{by: c.by, all: map[*typeDecl]*Declaration{}}
	for i, r := range c.roots {
		if r == nil {
			continue
		}
		d.m, w.version = r.m, i
		w.declaration(d.declare(r.to.p, r.to.t), nil)
	}
	return w.found
}

// Declarations returns the types of the package in a folder, in the order of its files, without a CRD.
func (m *Module) Declarations(dir string) ([]*Declaration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := &declarer{m: m.latest(), all: map[*typeDecl]*Declaration{}}
	p := d.m.load(dir, "", d.m.enclosing(dir))
	for _, f := range p.files {
		f.parse()
	}
	if len(p.types) == 0 {
		return nil, fmt.Errorf("%s has no Go types", dir)
	}
	var all []*Declaration
	for _, t := range p.types {
		all = append(all, d.declare(p, t))
	}
	slices.SortFunc(all, func(a, b *Declaration) int { return cmp.Compare(a.at.pos, b.at.pos) })
	return all, nil
}

// walk follows the schemas of a CRD through its types.
type walk struct {
	version int
	found   []*Declaration
	seen    map[*Declaration]bool
}

func (w *walk) declaration(d *Declaration, path []finding.Segment) {
	if d.Elsewhere || w.seen[d] {
		return
	}
	w.seen[d] = true
	d.Version, d.Path = w.version, path
	w.found = append(w.found, d)
	if !d.Opaque {
		w.typ(d.Type, path)
	}
}

func (w *walk) typ(t *Type, path []finding.Segment) {
	switch {
	case t.Decl != nil:
		w.declaration(t.Decl, path)
	case t.Elem != nil && t.kind == Map:
		w.typ(t.Elem, step(slices.Clip(path), "additionalProperties"))
	case t.Elem != nil:
		w.typ(t.Elem, step(slices.Clip(path), "items"))
	}
	if t.Decl != nil {
		return
	}
	for _, f := range t.Fields {
		f.Path = path
		if f.Tag.Name != "" {
			f.Path = step(slices.Clip(path), "properties", f.Tag.Name)
		}
		if !f.Tag.Ignored && !f.schemaless() {
			w.typ(f.Type, f.Path)
		}
	}
}
