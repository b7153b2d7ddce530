package gofile

import (
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/report"
)

// markers adds what controller-gen refuses or ignores of the markers in the file, if the file has types of CRDs.
func (d *diagnosis) markers(m *gotypes.Module, crds []CRD) {
	var by gotypes.Generator
	if len(crds) > 0 {
		by = crds[0].Types.Generator()
	} else if !m.HasGroup(d.name) {
		return
	}
	var used map[int]bool
	for _, l := range crds {
		for _, o := range l.Origins {
			if used == nil {
				used = map[int]bool{}
			}
			used[o.From] = used[o.From] || o.Type
		}
	}
	for _, flaw := range m.Flaws(d.name, by, used) {
		f := report.Finding{Rule: code.MarkerIgnored.Rule(), Severity: report.Warning, File: d.name, Message: flaw.Message, Help: flaw.Help}
		if flaw.Refused {
			f.Rule, f.Severity = code.MarkerInvalid.Rule(), report.Error
			d.refused = append(d.refused, flaw.At)
		}
		f.Code = report.Code(f.Rule)
		d.addAt(Diagnostic{From: flaw.At.From, To: flaw.At.To, Finding: f, Instead: flaw.Instead})
	}
}
