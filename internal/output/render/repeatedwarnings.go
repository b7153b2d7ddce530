package render

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// RepeatedWarnings lets the first warnings pass that say the same of the same place in several
// files, as where a generator writes a line into all CRDs, and counts the others. Errors
// all pass: each has to be fixed.
type RepeatedWarnings struct {
	most  int // 0 for all
	taken map[WarningText]int
	order []WarningText // of which some are not shown
}

// WarningText is the text of a warning with its rule and its place, without the file.
type WarningText struct{ rule, path, message string }

// WarningTextOf returns the text of a warning; it is zero for errors.
func WarningTextOf(f *report.Finding) WarningText {
	if f.Severity == finding.Error || f.Rule == "" {
		return WarningText{}
	}
	return WarningText{f.Rule, withoutIndexes(f.Path), headline(f)}
}

// NewRepeatedWarnings returns one that lets so many pass; 0 for all.
func NewRepeatedWarnings(most int) *RepeatedWarnings {
	return &RepeatedWarnings{most: most, taken: map[WarningText]int{}}
}

// Take counts a finding and reports whether it is to be shown.
func (a *RepeatedWarnings) Take(s WarningText) bool {
	if a.most == 0 || s == (WarningText{}) {
		return true
	}
	a.taken[s]++
	if a.taken[s] == a.most+1 {
		a.order = append(a.order, s)
	}
	return a.taken[s] <= a.most
}

// Rest says how many were counted and not shown, a line for each that they are like.
func (a *RepeatedWarnings) Rest() []string {
	var lines []string
	for _, s := range a.order {
		lines = append(lines, fmt.Sprintf("%s and %s more: %s [%s] (--max-findings 0 lists all)", ellipsis, thousands(uint64(a.taken[s]-a.most)), oneLine(clip(s.message)), s.rule))
	}
	return lines
}
