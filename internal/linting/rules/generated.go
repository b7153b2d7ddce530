package rules

import (
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Generated has the Go types that a CRD is generated from.
type Generated struct {
	// Find returns the Go types, or nil. It takes long, so it is called once at most.
	Find func() *gotypes.CRD
	// Places has the places in Go of findings, by path, where the path of a finding leads to another place.
	Places map[*finding.Path]gotypes.Position

	types *gotypes.CRD
	found bool
}

// Types returns the Go types, or nil.
func (g *Generated) Types() *gotypes.CRD {
	if g == nil || g.Find == nil {
		return nil
	}
	if !g.found {
		g.types, g.found = g.Find(), true
	}
	return g.types
}

// place sets the place in Go of a finding.
func (g *Generated) place(f *finding.Finding, at gotypes.Position) {
	if g.Places == nil {
		g.Places = map[*finding.Path]gotypes.Position{}
	}
	g.Places[f.Path] = at
}
