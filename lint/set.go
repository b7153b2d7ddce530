package lint

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/report"
)

// SetReport is what the CRDs of a run show only together. By then the texts of
// their files are gone, but for some lines.
type SetReport struct {
	Findings []report.Finding
	// Hidden counts those that were passed over.
	Hidden int

	lines map[lineOf]string
}

// lineOf is the line of a file.
type lineOf struct {
	file string
	line int
}

// Set judges the CRDs of a whole run together, once each file has been judged by
// itself: the identities of all their reports, in the order of the files.
// Findings are in that order, too, and by their place in each file. Those that
// hide says are to be passed over are only counted; it may be nil.
func Set(all []*rules.Identity, hide func(*report.Finding) bool) SetReport {
	judged := rules.RunSet(all)
	r := SetReport{lines: map[lineOf]string{}}
	order := map[string]int{}
	for i, id := range all {
		if _, seen := order[id.File]; !seen {
			order[id.File] = i
		}
		found := judged[id]
		for j := range found {
			f := export(id.File, id.Name, nil, &found[j])
			if hide != nil && hide(&f) {
				r.Hidden++
				continue
			}
			r.Findings = append(r.Findings, f)
			r.lines[lineOf{f.File, f.Line}] = id.Line(f.Line)
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(order[a.File], order[b.File]), report.ByPlace(a, b))
	})
	return r
}

// Line returns a line of a file on which a finding stands; "" if it was too long
// to be kept.
func (r *SetReport) Line(file string, n int) string { return r.lines[lineOf{file, n}] }
