package dryrun

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
)

// passOver drops the findings that the request is to do without, before they keep CEL rules
// from being evaluated: what is left is what a server says whose CRD lacks what they are
// about, and nothing has to be compiled for that.
func (q *request) passOver() {
	if q.without == nil {
		return
	}
	q.found = slices.DeleteFunc(q.found, func(f finding.Finding) bool { return q.without(q.obj, &f) })
}
