package lint

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// SetReport has the findings about the CRDs of a run as a set. The texts of the files are released by then,
// except the lines of findings.
type SetReport struct {
	Findings []report.Finding
	// Hidden counts the ignored findings, Known the findings that the stored CRDs have too.
	Hidden, Known int
	// Removed counts the stored CRDs that are missing in the run.
	Removed int

	lines map[lineOf]string
	// missing has the names of these CRDs.
	missing map[string]bool
}

// lineOf identifies a line of a file.
type lineOf struct {
	file string
	line int
}

// Set checks the CRDs of a whole run as a set, after each file was checked alone. all has the identities of all
// reports in the order of the files; findings have the same order, and by position in each file. Findings that
// hide reports are only counted; hide may be nil. missing comes from Stored.Missing.
func Set(all, missing []*rules.Identity, hide func(*report.Finding) bool) SetReport {
	judged, known := rules.RunSet(all, missing), knownOfSet(all)
	r := SetReport{Removed: len(missing), lines: map[lineOf]string{}}
	r.missing = map[string]bool{}
	for _, id := range missing {
		r.missing[id.Name] = true
	}
	order := map[string]int{}
	for i, id := range slices.Concat(all, missing) {
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
			if known[ofSet(id.Name, &found[j])] {
				r.Known++
				continue
			}
			r.Findings = append(r.Findings, f)
			r.lines[lineOf{f.File, f.Line}] = id.Line(f.Line)
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(order[a.File], order[b.File]), findinglist.ByPlace(&a, &b))
	})
	return r
}

// Missing reports whether a finding is about a stored CRD that is missing in the run.
func (r *SetReport) Missing(f *report.Finding) bool { return r.missing[f.CRD] }

// Line returns a line of a file with a finding; "" if it was too long to keep.
func (r *SetReport) Line(file string, n int) string { return r.lines[lineOf{file, n}] }
