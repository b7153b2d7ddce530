package report

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
)

// InGo is what findings have in common that say the same of one place in Go code, since
// several places of CRDs are generated from it.
type InGo struct {
	rule             string
	code             Code
	file             string
	line, from, to   int
	keyword, help    string
	fixable, witness bool
}

// InGo returns that of a finding that leads people to Go code; false for others, for errors,
// each of which refuses its CRD, and where something is measured, which differs from place
// to place.
func (f *Finding) InGo() (InGo, bool) {
	o := f.Origin
	if o == nil || !o.First || f.Severity == finding.Error || f.lasting != "" {
		return InGo{}, false
	}
	keyword := f.Path[strings.LastIndexByte(f.Path, '.')+1:]
	return InGo{f.Rule, f.Code, o.File, o.Line, o.Column, o.EndColumn, keyword, f.Help, f.Fix != nil, f.Witness != nil}, true
}
