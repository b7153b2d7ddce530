package dryrun

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/server/ownership"
	"github.com/crdtool/crdtool/report"
)

// Result is what there is to say about a request.
type Result struct {
	Operation report.Operation
	// APIServer is the answer of kube-apiserver. Causes are in the order of the
	// object's file.
	APIServer answer.APIServer
	// Object is the object that the server returns, at the version of the
	// request, without uid and creationTimestamp, and without managedFields unless
	// the request keeps them; nil if it was refused. Names that the server generates
	// end in "xxxxx".
	Object map[string]any
	// Stored is the object as it is in the store, at the storage version, without what Object
	// lacks.
	Stored map[string]any
	// InStore is Stored with its uid, creationTimestamp and managedFields, for a later request. It
	// may share values with Stored.
	InStore map[string]any
	// Scale is the autoscaling/v1 Scale that the server returns from the scale
	// subresource.
	Scale map[string]any
	// Old is the old object as the request sees it: at its version, with today's
	// defaults. It is nil on create.
	Old map[string]any
	// Refusal is the code of a refusal without findings, and Behind the facts in its message.
	Refusal finding.Code
	Behind  finding.Facts
	// Conflicts and Flaws are the reasons why a server-side apply is refused: fields that other
	// managers own, and values that do not match the types of the CRD.
	Conflicts []Conflict
	Flaws     []ownership.Flaw
	// Stopped is set if the evaluation of CEL rules was ended by a limit that the server does not
	// have. The rest of the result is then no answer.
	Stopped *finding.Finding
	// Findings are the errors, in the order of the object's file and with their
	// places in it.
	Findings finding.List
	// Rest counts the findings that Findings does not list.
	Rest []findinglimit.Rest
	// Trace is what happened on the way, in the pipeline's order.
	Trace []Entry
	later func() *Result
}

// Later returns what the server would answer to an object, refused for unknown and repeated
// fields, if it only warned of those. It is nil for any other answer.
func (r *Result) Later() *Result {
	if r.later == nil {
		return nil
	}
	return r.later()
}

// Unchanged reports whether an update would change nothing that is stored.
func (r *Result) Unchanged() bool {
	return r.Old != nil && r.APIServer.Accepted && sameObject(r.Old, r.Object)
}
