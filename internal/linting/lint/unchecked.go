package lint

import (
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/report"
)

// noteUnchecked records which parts of the CRD were not checked because earlier checks had errors.
func (a *crdCheck) noteUnchecked(on *rules.Selection) {
	d := &a.Document
	if d.APIServer.Accepted {
		return
	}
	var u crd.Unreached
	if a.answer != nil {
		u = a.answer.Unreached
	} else {
		u = crd.AllUnreached(a.doc, a.crd)
		d.NotChecked = append(d.NotChecked, report.NamesUnchecked)
	}
	if u.Schemas {
		d.NotChecked = append(d.NotChecked, report.SchemasUnchecked)
	}
	unchecked(d, report.DefaultsUnchecked, u.Defaults)
	unchecked(d, report.RulesUnchecked, u.Rules)
	unchecked(d, report.CostsUnchecked, u.Rules)
	if a.answer == nil && on != nil && len(on.Active) > 0 {
		d.NotChecked = append(d.NotChecked, report.LintUnchecked)
	}
}

// unchecked records whether a part was not checked at all, or not completely.
func unchecked(d *report.Document, what report.Unchecked, extent crd.Extent) {
	if extent != crd.None {
		d.NotChecked = append(d.NotChecked, what)
	}
	if extent == crd.Some {
		d.NotCheckedInPart = append(d.NotCheckedInPart, what)
	}
}
