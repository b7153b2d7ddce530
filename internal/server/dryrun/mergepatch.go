package dryrun

import (
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// mergeValues makes the new object of a decoded merge patch. It reports false for values that
// change when they are written as JSON and read again, which need the library.
func (q *request) mergeValues(p *Patch) bool {
	if p.Type != MergePatch || p.Merge == nil || !p.Exact && (!jsonvalue.Exact(q.old) || !jsonvalue.Exact(p.Merge)) {
		return false
	}
	q.sent = Object{value: jsonvalue.Merged(q.old, p.Merge)}
	return true
}
