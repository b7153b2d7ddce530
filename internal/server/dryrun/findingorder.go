package dryrun

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// sorted sorts findings by their positions in the file, or by path if there is no file. Findings about the whole
// object, such as that rules were not checked, come last.
func (q *request) sorted(found finding.List) finding.List {
	doc := q.sent.doc
	if doc == nil && len(found) < 2 {
		return found
	}
	if doc != nil {
		var segments []finding.Segment
		for i := range found {
			segments = place(&found[i]).AppendSegments(segments[:0])
			found[i].Pos = doc.Locate(segments)
		}
	}
	if doc != nil && inPlace(found) {
		return found
	}
	// Findings are large, and their paths take time to print.
	type key struct {
		*finding.Finding
		place, path string
	}
	keys := make([]key, len(found))
	for i := range found {
		keys[i] = key{&found[i], place(&found[i]).Server(), found[i].Path.Server()}
	}
	slices.SortStableFunc(keys, func(a, b key) int {
		return cmp.Or(
			cmp.Compare(order(a.Finding), order(b.Finding)),
			cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.place, b.place), cmp.Compare(a.path, b.path), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Detail, b.Detail))
	})
	sorted := make(finding.List, len(found))
	for i := range keys {
		sorted[i] = *keys[i].Finding
	}
	return sorted
}

// inPlace reports whether findings are sorted, each with its own position. Most are, because the validator visits the
// object in its written order.
func inPlace(found finding.List) bool {
	for i := 1; i < len(found); i++ {
		a, b := &found[i-1], &found[i]
		if c := cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column)); c >= 0 {
			return false
		}
	}
	return true
}

// place returns the path at which a finding is shown: some findings that the server reports at the root are about a
// value below it.
func place(f *finding.Finding) *finding.Path {
	if f.Code.Rule() == string(code.Value) && f.Path == nil && len(f.Related) > 0 {
		return f.Related[0].Path
	}
	return f.Path
}

// order returns 1 for a finding about the whole object, otherwise 0.
func order(f *finding.Finding) int {
	if place(f) == nil {
		return 1
	}
	return 0
}
