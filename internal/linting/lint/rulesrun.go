package lint

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/report"
)

// A crdRun says which rules have judged a CRD: only where a rule has judged, no finding
// means that there is nothing to find.
type crdRun struct {
	crd string
	// from and to are the lines of its document.
	from, to int
	// accepted says that the server accepts the CRD. Its later checks, and the rules that
	// go by what they find, come to no end for one that is refused.
	accepted bool
	// update says that the CRD was compared with a stored one. The server tolerates errors
	// that are stored already.
	update bool
	// rules are those that were on. otherVersions is as in Options, and grid says that
	// several versions were asked.
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

// judged reports whether a rule of this ID, or check of the server, has judged the CRD.
// Whether those over the whole set of CRDs find something is not known by file.
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

// judgedAt reports whether a rule has judged all CRDs that stand on some lines of a file, of
// which there is one at least.
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
