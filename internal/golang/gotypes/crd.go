package gotypes

import "github.com/crdtool/crdtool/internal/text/finding"

// CRD are the Go types of the versions of a CRD.
type CRD struct {
	roots []*Root // by the versions' places in the CRD; nil for those without
	any   *Root

	m           *Module
	group, kind string
	versions    []string
	by          Generator
}

// CRD finds the types of a CRD with some versions; it is nil if there are none.
func (m *Module) CRD(group, kind string, versions []string, by Generator) *CRD {
	c := &CRD{m: m, group: group, kind: kind, versions: versions, by: by}
	m.mu.Lock()
	defer m.mu.Unlock()
	in := m.latest()
	for _, v := range versions {
		r := in.origin(group, v, kind, by)
		c.roots = append(c.roots, r)
		if c.any == nil {
			c.any = r
		}
	}
	if c.any == nil {
		return nil
	}
	return c
}

// Roots are the types, by the versions' places in the CRD; nil for versions without.
func (c *CRD) Roots() []*Root { return c.roots }

// version returns the types of the version that a path of the document leads into, and the path below
// the version; nil if there are none. isVersion is false for a path that leads into no version.
func (c *CRD) version(path []finding.Segment) (r *Root, below []finding.Segment, isVersion bool) {
	if len(path) < 3 || path[0].Name != "spec" || path[1].Name != "versions" || !path[2].IsIndex {
		return nil, nil, false
	}
	if i := path[2].Index; i < len(c.roots) {
		r = c.roots[i]
	}
	return r, path[3:], true
}

// At is the position of a place of the CRD, by its path in the document. If offset is not
// negative, it is that of a byte of the text there.
func (c *CRD) At(path []finding.Segment, offset int) (Position, bool) {
	r, below, isVersion := c.version(path)
	switch {
	case !isVersion:
		return c.any.Names(path)
	case r == nil:
		return Position{}, false
	case offset >= 0 && len(below) > 2:
		return r.In(below[2:], offset, offset+1) // behind schema.openAPIV3Schema
	}
	return r.Version(below)
}

// Declared is where the type is declared that the schema at a path of the document is of.
func (c *CRD) Declared(path []finding.Segment) (Position, bool) {
	r, below, _ := c.version(path)
	if r == nil || len(below) < 2 {
		return Position{}, false
	}
	return r.Declared(below[2:])
}
