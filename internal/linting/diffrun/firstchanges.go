package diffrun

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// most returns how many changes of one kind are listed for a CRD: 0, which means all, if some may be accepted
// or a profile judges each.
func (d *Differ) most(new *source.Document) int {
	if d.Profile != nil || new != nil && d.Chooses != nil && d.Chooses(new) {
		return 0
	}
	return d.Most
}

// firstChanges returns at most this many changes of each kind, and one that counts the rest, at the place at.
// It returns all if most is 0.
func firstChanges(changes []report.Change, most int, at *report.Place) []report.Change {
	if most == 0 || len(changes) <= most {
		return changes
	}
	type kind struct {
		code, class string
		severity    finding.Severity
		breaking    bool
	}
	listed := map[kind]int{}
	var first []report.Change
	for i := range changes {
		c := &changes[i]
		k := kind{c.Code, c.Class, c.Severity, c.Breaking}
		if listed[k]++; listed[k] <= most {
			first = append(first, *c)
		}
	}
	for i := range first {
		c := &first[i]
		k := kind{c.Code, c.Class, c.Severity, c.Breaking}
		if rest := listed[k] - most; rest > 0 {
			more := report.Change{Class: c.Class, Code: c.Code, Severity: c.Severity, Breaking: c.Breaking, New: at}
			standFor(&more, rest)
			first = append(first, more)
			delete(listed, k)
		}
	}
	return first
}

// standFor makes a change count n unlisted ones.
func standFor(c *report.Change, n int) {
	c.More = n
	c.Message = prose.Thousands(n) + " more changes of this kind are counted and not listed; --max-findings 0 lists all"
}
