package lint

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/rules"
)

// A SetFinding is a finding about one CRD of a run, which only the others show to
// be one. By the time it is made its file's text is gone; Text is its line, or ""
// if that was too long to be kept.
type SetFinding struct {
	Finding
	Text string
}

// Set judges the CRDs of a whole run together, once each file has been judged by
// itself: the identities of all their reports, in the order of the files.
// Findings are in that order, too, and by their place in each file. Those that
// hide says are to be passed over are only counted; it may be nil.
func Set(all []*rules.Identity, hide func(*Finding) bool) (found []SetFinding, hidden int) {
	judged := rules.RunSet(all)
	order := make(map[string]int, len(all))
	for i, id := range all {
		if _, seen := order[id.File]; !seen {
			order[id.File] = i
		}
	}
	for i := range judged {
		f := &judged[i]
		s := SetFinding{export(f.CRD.File, f.CRD.Name, nil, &f.Finding), f.Line}
		if hide != nil && hide(&s.Finding) {
			hidden++
			continue
		}
		found = append(found, s)
	}
	slices.SortStableFunc(found, func(a, b SetFinding) int {
		return cmp.Or(cmp.Compare(order[a.File], order[b.File]), ByPlace(a.Finding, b.Finding))
	})
	return found, hidden
}
