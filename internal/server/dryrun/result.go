package dryrun

import (
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/server/ownership"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// Result is the answer to a request, with findings and a trace.
type Result struct {
	Operation report.Operation
	// APIServer is the answer of kube-apiserver. Causes are in the order of the
	// object's file.
	APIServer answer.APIServer
	// Object is the object that the server returns, at the version of the request; nil if it was refused. It has no uid
	// and creationTimestamp, and managedFields only if the request updates them. Names that the server generates end in
	// "xxxxx".
	Object map[string]any
	// Stored is the object in the store, at the storage version, without the metadata that Object lacks.
	Stored map[string]any
	// InStore is Stored with its uid, creationTimestamp and managedFields, for a later request. It
	// may share values with Stored.
	InStore map[string]any
	// Scale is the autoscaling/v1 Scale that the server returns from the scale
	// subresource.
	Scale map[string]any
	// Old is the old object at the version of the request, with the current defaults. It is nil on create.
	Old map[string]any
	// Refusal is the code of a refusal without findings, and Behind are the facts in its message.
	Refusal finding.Code
	Behind  finding.Facts
	// Conflicts and Flaws are the reasons why a server-side apply is refused: fields that other managers own, and
	// values that do not match the types of the CRD.
	Conflicts []Conflict
	Flaws     []ownership.Flaw
	// Stopped is set if a limit that the server does not have ended the evaluation of CEL rules. The rest of the result
	// is then no answer.
	Stopped *finding.Finding
	// Findings are the errors with their positions, in the order of the object's file.
	Findings finding.List
	// Rest counts the findings that Findings does not list.
	Rest []findinglimit.Rest
	// Trace lists the changes to the object and the skipped steps, in the order of the pipeline.
	Trace []Entry
	later func() *Result
}

// Later returns the server's answer to the same object if the server only warned about unknown and repeated fields, for
// which it was refused. It is nil for any other answer.
func (r *Result) Later() *Result {
	if r.later == nil {
		return nil
	}
	return r.later()
}

// Unchanged reports whether an accepted update changes nothing in the stored object.
func (r *Result) Unchanged() bool {
	return r.Old != nil && r.APIServer.Accepted && sameObject(r.Old, r.Object)
}
