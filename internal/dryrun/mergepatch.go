package dryrun

import (
	"github.com/crdtool/crdtool/internal/jsonvalue"
)

// mergeValues makes the new object of a merge patch that is decoded, and reports whether it
// knows it: what would be read otherwise from its text is for the library.
func (q *request) mergeValues(p *Patch) bool {
	if p.Type != MergePatch || p.Merge == nil || !p.Exact && (!jsonvalue.Exact(q.old) || !jsonvalue.Exact(p.Merge)) {
		return false
	}
	q.sent = Object{value: jsonvalue.Merged(q.old, p.Merge), lent: true}
	p.Merge = nil // it may be as large as the object
	return true
}
