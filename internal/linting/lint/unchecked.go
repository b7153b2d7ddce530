package lint

import (
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/report"
)

// noteUnchecked writes into the document what of the CRD was not checked, as the server's checks
// stopped at errors before. The rules are those that are on.
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

// unchecked notes how much of something was not checked.
func unchecked(d *report.Document, what report.Unchecked, extent crd.Extent) {
	if extent != crd.None {
		d.NotChecked = append(d.NotChecked, what)
	}
	if extent == crd.Some {
		d.NotCheckedInPart = append(d.NotCheckedInPart, what)
	}
}
