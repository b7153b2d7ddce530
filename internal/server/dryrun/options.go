package dryrun

import (
	"context"
	"time"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// The operations.
const (
	Create       report.Operation = "create"
	Update       report.Operation = "update"
	UpdateStatus report.Operation = "update-status"
	UpdateScale  report.Operation = "scale"
	Patched      report.Operation = "patch"
	PatchStatus  report.Operation = "patch-status"
	Apply        report.Operation = "apply"
	ApplyStatus  report.Operation = "apply-status"
)

// The values of RequestOptions.FieldValidation, with the names of kubectl and the server.
const (
	Strict = "Strict"
	Warn   = "Warn"
	Ignore = "Ignore"
)

// RequestOptions are the options of a request. The zero value stands for kubectl's options.
type RequestOptions struct {
	// FieldValidation decides about unknown and repeated fields: Strict (or "") refuses the object, Warn warns, Ignore
	// accepts them silently.
	FieldValidation string
	// Version is the version in the URL; if empty, the object's own.
	Version string
	// Namespace is the namespace in the URL; if empty, that of the old object, the object's own, or "default".
	// Cluster-scoped resources need none.
	Namespace string
	// Context stops the evaluation of CEL rules when it is done, and sets Result.Stopped. Nil is a context that is
	// never done.
	Context context.Context
	// FillResourceVersion sets the resourceVersion of the old object in an update that has none, as kubectl does: a
	// file in a repository has none. The server itself refuses such an update.
	FillResourceVersion bool
	// Manager is the field manager. If it is empty, the server uses the name of the client, except for an apply.
	Manager string
	// Owners updates metadata.managedFields in the request. Otherwise they stay as in the old object, and are not part
	// of the result. An apply always updates them.
	Owners bool
	// Now is the time of the request, for metadata.managedFields.
	Now time.Time
	// Most limits the listed findings of one code, and the listed entries of the trace of one kind; 0 lists all.
	Most int
	// NoTrace leaves Result.Trace empty, since a trace may be much larger than the object.
	NoTrace bool
	// FirstRule stops the evaluation of CEL rules at the first that the object violates, for callers that do not need
	// the reasons of a refusal.
	FirstRule bool
	// IgnoreFinding reports whether the request ignores a finding about the object; nil ignores none. A caller that
	// asks whether one schema keyword alone refuses an object ignores the findings of that keyword.
	IgnoreFinding func(object map[string]any, f *finding.Finding) bool
}
