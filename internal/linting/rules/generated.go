package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

// Generated is what a CRD is generated from.
type Generated struct {
	// Find looks for the Go types, which takes time: it is called once at most, and
	// returns nil if there are none.
	Find func() *gotypes.CRD
	// Places are those in Go that findings are about, by their paths, where that is not
	// the place that the path comes from.
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

// place says at which place in Go a finding is.
func (g *Generated) place(f *finding.Finding, at gotypes.Position) {
	if g.Places == nil {
		g.Places = map[*finding.Path]gotypes.Position{}
	}
	g.Places[f.Path] = at
}
