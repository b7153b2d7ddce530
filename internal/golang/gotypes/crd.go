package gotypes

import "github.com/crdtool/crdtool/finding"

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

// At is the position of a place of the CRD, by its path in the document. If offset is not
// negative, it is that of a byte of the text there.
func (c *CRD) At(path []finding.Segment, offset int) (Position, bool) {
	if len(path) < 3 || path[0].Name != "spec" || path[1].Name != "versions" || !path[2].IsIndex {
		return c.any.Names(path)
	}
	i := path[2].Index
	if i >= len(c.roots) || c.roots[i] == nil {
		return Position{}, false
	}
	if offset >= 0 && len(path) > 5 {
		return c.roots[i].In(path[5:], offset, offset+1) // behind schema.openAPIV3Schema
	}
	return c.roots[i].Version(path[3:])
}

// Declared is where the type is declared that the schema at a path of the document is of.
func (c *CRD) Declared(path []finding.Segment) (Position, bool) {
	if len(path) < 5 || path[0].Name != "spec" || path[1].Name != "versions" || !path[2].IsIndex {
		return Position{}, false
	}
	i := path[2].Index
	if i >= len(c.roots) || c.roots[i] == nil {
		return Position{}, false
	}
	return c.roots[i].Declared(path[5:])
}
