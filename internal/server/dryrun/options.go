package dryrun

import (
	"context"
	"time"

	"github.com/crdtool/crdtool/finding"
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

// The values of RequestOptions.FieldValidation, as kubectl and the server name
// them.
const (
	Strict = "Strict"
	Warn   = "Warn"
	Ignore = "Ignore"
)

// RequestOptions say how a request is made. The zero value is how kubectl makes
// it.
type RequestOptions struct {
	// FieldValidation says what becomes of unknown and repeated fields: Strict
	// (also if empty) refuses the object, Warn warns, Ignore is silent.
	FieldValidation string
	// Version is the version in the URL; the object's own if it is empty.
	Version string
	// Namespace is the one in the URL; if it is empty, that of the old object,
	// the object's own, or "default". Resources without namespaces need none.
	Namespace string
	// Context ends the evaluation of CEL rules when it is done; Result.Stopped is then set. Nil
	// stands for a context that is never done.
	Context context.Context
	// FillResourceVersion gives an update without a resourceVersion that of the
	// old object, as kubectl does: a file in a repository has none. The server
	// itself refuses such an update.
	FillResourceVersion bool
	// Manager is the field manager; the server takes the name of the client if it is
	// empty, except for one that applies.
	Manager string
	// Owners has the request update metadata.managedFields. Without it they stay as they are in
	// the old object, and are not part of the result. An apply updates them always.
	Owners bool
	// Now is the time of the request, for metadata.managedFields.
	Now time.Time
	// Most is how many findings of one code, and entries of the trace of one kind, the
	// result lists; 0 for all.
	Most int
	// NoTrace leaves Result.Trace empty, which may be much larger than the object.
	NoTrace bool
	// FirstRule ends the evaluation of CEL rules at the first that the object fails, for callers
	// that ask whether it is refused and not why.
	FirstRule bool
	// IgnoreFinding reports whether the request goes on as if a finding about the object was not
	// there; nil ignores none. Whoever asks whether one schema keyword alone refuses an object
	// ignores its findings.
	IgnoreFinding func(object map[string]any, f *finding.Finding) bool
}
