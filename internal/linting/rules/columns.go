package rules

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/jsonpath"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// columns calls f for the printer columns of every version with a schema, only once if all versions share both.
func (p *Pass) columns(f func(v *Version, c *crd.PrinterColumn, at *finding.Path)) {
	p.eachVersion(p.CRD.Spec.Shared.PrinterColumns, func(v *Version, of *crd.Version, at *finding.Path) {
		for i := range of.AdditionalPrinterColumns {
			f(v, &of.AdditionalPrinterColumns[i], at.Child("additionalPrinterColumns").Index(i))
		}
	})
}

// columnTrace follows the path of a printer column. It fails if the path cannot be parsed.
func (p *Pass) columnTrace(v *Version, c *crd.PrinterColumn) (trace, error) {
	path, err := jsonpath.Parse(c.JSONPath)
	if err != nil {
		return trace{}, err
	}
	return p.follow(v, &v.Tree.Nodes[0], path.Steps()), nil
}
