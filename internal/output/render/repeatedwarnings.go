package render

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/report"
)

// An Alike lets the first warnings pass that say the same of the same place in several
// files, as where a generator writes a line into all CRDs, and counts the others. Errors
// all pass: each has to be fixed.
type Alike struct {
	most  int // 0 for all
	taken map[Said]int
	order []Said // of which some are not shown
}

// Said is what a warning says, and of which place.
type Said struct{ rule, path, message string }

// SaidBy is nothing for errors.
func SaidBy(f *report.Finding) Said {
	if f.Severity == finding.Error || f.Rule == "" {
		return Said{}
	}
	return Said{f.Rule, withoutIndexes(f.Path), headline(f)}
}

// NewAlike returns one that lets so many pass; 0 for all.
func NewAlike(most int) *Alike { return &Alike{most: most, taken: map[Said]int{}} }

// Take counts a finding and reports whether it is to be shown.
func (a *Alike) Take(s Said) bool {
	if a.most == 0 || s == (Said{}) {
		return true
	}
	a.taken[s]++
	if a.taken[s] == a.most+1 {
		a.order = append(a.order, s)
	}
	return a.taken[s] <= a.most
}

// Rest says how many were counted and not shown, a line for each that they are like.
func (a *Alike) Rest() []string {
	var lines []string
	for _, s := range a.order {
		lines = append(lines, fmt.Sprintf("%s and %s more: %s [%s] (--max-findings 0 lists all)", ellipsis, thousands(uint64(a.taken[s]-a.most)), oneLine(clip(s.message)), s.rule))
	}
	return lines
}
