package lint

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/report"
)

// A crdRun records which rules checked a CRD. No finding means a valid CRD only for these rules.
type crdRun struct {
	crd string
	// from and to are the first and last line of the CRD's document.
	from, to int
	// accepted is set if the server accepts the CRD. For a refused CRD, later checks and rules that depend on
	// them are incomplete.
	accepted bool
	// update is set if the CRD was compared with a stored one. The server tolerates errors that the stored CRD
	// has.
	update bool
	// rules are the lint rules that were on. otherVersions is Options.OtherVersions. grid is set for several
	// versions.
	rules               *rules.Selection
	otherVersions, grid bool
}

// newRun returns the record of a judged document.
func (l *Linter) newRun(doc *source.Document, d *report.Document, opts *Options) crdRun {
	run := crdRun{
		crd: d.Name, from: doc.Line(), to: doc.File.Lines(), accepted: d.APIServer.Accepted, update: opts.stored(d.Name) != nil,
		rules: opts.Rules, otherVersions: opts.OtherVersions, grid: l.grid,
	}
	all := doc.File.Documents
	if i := slices.Index(all, doc); i >= 0 && i+1 < len(all) {
		run.to = max(run.from, all[i+1].Line()-1)
	}
	return run
}

// judged reports whether a rule, or check of the server, with this ID has checked the CRD completely. It is
// false for rules over the set of CRDs, which do not run for each file.
func (c *crdRun) judged(id string) bool {
	if !c.accepted {
		return false
	}
	r := rules.Find(id)
	switch {
	case r == nil:
		return !c.update && !c.otherVersions && (c.rules == nil || !c.rules.Server[id].Off)
	case r.Set != nil, c.rules == nil, r.Topic == rules.Upgrade && !c.update, r.KubeVersions != "" && (c.otherVersions || !c.grid):
		return false
	}
	return slices.ContainsFunc(c.rules.Active, func(a rules.Active) bool { return a.Rule.ID == id })
}

// judgedAt reports whether a rule has checked all CRDs on some lines of a file, and there is at least one.
func (r *FileReport) judgedAt(from, to int, id string) bool {
	some := false
	for i := range r.runs {
		c := &r.runs[i]
		if c.from > to || c.to < from {
			continue
		}
		if some = true; !c.judged(id) {
			return false
		}
	}
	return some
}
