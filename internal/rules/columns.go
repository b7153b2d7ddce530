package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
)

// columns calls f for the printer columns of every version that has a schema,
// once where all versions share both.
func (p *Pass) columns(f func(v *Version, c *crd.PrinterColumn, at *finding.Path)) {
	s := &p.CRD.Spec
	for i := range s.Versions {
		v := p.schemaOf(i)
		if v == nil || i > 0 && s.Shared.PrinterColumns && s.Shared.Schema {
			continue
		}
		columns := s.Versions[i].AdditionalPrinterColumns
		at := finding.Root("spec", "versions").Index(i).Child("additionalPrinterColumns")
		for j := range columns {
			f(v, &columns[j], at.Index(j))
		}
	}
}
