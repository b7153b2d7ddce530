package lint

import (
	"slices"

	"github.com/crdtool/crdtool/report"
)

// tellGoOnce leaves of findings that say the same of one place in Go code the first, which
// counts the others.
func (r *judgement) tellGoOnce() {
	first := map[report.InGo]*report.Finding{}
	r.found = slices.DeleteFunc(r.found, func(d draft) bool {
		at, ok := d.InGo()
		if !ok {
			return false
		}
		said := first[at]
		if said == nil {
			first[at] = d.Finding
			return false
		}
		if said.Path == d.Path && said.CRD == d.CRD {
			return false // another thing about the same place of the CRD
		}
		said.Origin.More += d.Counts()
		r.Summary.Leave(d.Finding)
		return true
	})
}
