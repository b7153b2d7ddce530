package lintrun

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// Order records the order of the files of a run, so that findings about the set of CRDs are sorted among the
// findings of their files. The zero Order has no files.
type Order struct {
	of    map[string]int
	files int
}

// Follow appends a file.
func (o *Order) Follow(r *lint.FileReport) {
	if o.of == nil {
		o.of = map[string]int{}
	}
	o.files++
	for i := range r.Findings {
		o.of[r.Findings[i].File] = o.files
	}
	for i := range r.Documents {
		o.of[r.Documents[i].File] = o.files
	}
}

// Sort sorts findings by file, and by position in each file.
func (o *Order) Sort(found []report.Finding) {
	slices.SortStableFunc(found, func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(o.of[a.File], o.of[b.File]), findinglist.ByPlace(&a, &b))
	})
}
