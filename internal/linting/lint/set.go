package lint

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/report"
)

// SetReport is what the CRDs of a run show only together. By then the texts of
// their files are gone, but for some lines.
type SetReport struct {
	Findings []report.Finding
	// Hidden counts those that were ignored, Known those of which the stored CRDs
	// had as much to show.
	Hidden, Known int
	// Removed counts the stored CRDs that are missing.
	Removed int

	lines map[lineOf]string
	// missing are the names of stored CRDs that were to be judged as well.
	missing map[string]bool
}

// lineOf is the line of a file.
type lineOf struct {
	file string
	line int
}

// Set judges the CRDs of a whole run together, once each file has been judged by
// itself: the identities of all their reports, in the order of the files.
// Findings are in that order, too, and by their place in each file. Those that
// hide says are to be ignored are only counted; it may be nil. Missing are stored
// CRDs that should be among them: see Stored.Missing.
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
		return cmp.Or(cmp.Compare(order[a.File], order[b.File]), report.ByPlace(&a, &b))
	})
	return r
}

// Missing reports whether a finding is about a stored CRD that is not in the run.
func (r *SetReport) Missing(f *report.Finding) bool { return r.missing[f.CRD] }

// Line returns a line of a file on which a finding stands; "" if it was too long
// to be kept.
func (r *SetReport) Line(file string, n int) string { return r.lines[lineOf{file, n}] }
