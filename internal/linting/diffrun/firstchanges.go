package diffrun

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// most is how many changes of one kind are listed of a CRD: all if some may be accepted,
// or if a profile has something to say of each.
func (d *Differ) most(new *source.Document) int {
	if d.Profile != nil || new != nil && d.Chooses != nil && d.Chooses(new) {
		return 0
	}
	return d.Most
}

// firstChanges returns the first changes of each kind, most of each, and one for the rest of
// each, at a place. It returns all if most is 0.
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

// standFor makes a change stand for so many that are counted and not listed.
func standFor(c *report.Change, n int) {
	c.More = n
	c.Message = prose.Thousands(n) + " more changes of this kind are counted and not listed; --max-findings 0 lists all"
}
