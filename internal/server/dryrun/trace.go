package dryrun

import (
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// The stages, in the order of the pipeline.
const (
	Client   report.Stage = "client"   // kubectl, before and after the request
	Decode   report.Stage = "decode"   // decoding the request
	Prune    report.Stage = "prune"    // unknown fields
	Nulls    report.Stage = "nulls"    // nulls that the schema does not accept
	Metadata report.Stage = "metadata" // metadata, also of embedded resources
	Default  report.Stage = "default"  // defaults
	Status   report.Stage = "status"   // fields that the endpoint does not let a client write
	Validate report.Stage = "validate" // values against the schema
	Evaluate report.Stage = "rules"    // CEL rules
	Convert  report.Stage = "convert"  // to the storage version and back
	Merge    report.Stage = "merge"    // merging an apply or a patch into the live object
)

// The actions.
const (
	Pruned    report.Action = "pruned"    // removed a field that the schema does not declare
	Dropped   report.Action = "dropped"   // removed a value for another reason
	Defaulted report.Action = "defaulted" // set a default
	Coerced   report.Action = "coerced"   // changed the form of a value
	Kept      report.Action = "kept"      // kept the stored value instead of the one in the request
	SetBy     report.Action = "set"       // set a value that the server manages
	Forgave   report.Action = "forgave"   // accepted an error about an unchanged value
	Skipped   report.Action = "skipped"   // did not run
	Warned    report.Action = "warned"    // of the client: obeyed with a warning
	Overwrote report.Action = "overwrote" // replaced another manager's value
	Lost      report.Action = "lost"      // removed a field that another version does not have
)

// Entry is one change to an object, or one skipped step.
type Entry struct {
	Stage  report.Stage
	Action report.Action
	// Path is the path in the object.
	Path string
	// Value is the removed value, or the new one.
	Value  any
	Reason string
	// Line is the line of Path in the object's file; 0 if there is none.
	Line int

	// At is Path with typed segments.
	At *finding.Path
	// Schema is the path of the cause in the CRD's file; nil if the CRD is not the cause.
	Schema *finding.Path
}

// trace collects entries. A nil trace, and one that is off, collects none.
type trace struct {
	entries []Entry
	off     bool
}

// add adds an entry and reports whether it did.
func (t *trace) add(s report.Stage, a report.Action, at *finding.Path, value any, reason string) bool {
	if t == nil || t.off {
		return false
	}
	t.entries = append(t.entries, Entry{Stage: s, Action: a, Path: at.File(), Value: value, Reason: reason, At: at})
	return true
}

// addFrom adds an entry whose cause is the schema of a version, or a keyword of that schema unless it is "".
func (t *trace) addFrom(v *served, keyword string, e Entry) {
	if !t.add(e.Stage, e.Action, e.At, e.Value, e.Reason) {
		return
	}
	p, node := v.find(e.At)
	if node != nil && keyword != "" {
		p = p.Child(keyword)
	}
	t.entries[len(t.entries)-1].Schema = p
}

// Unchanged is appended to the server's error in the reason of a forgiven finding.
const Unchanged = "; unchanged since it was stored"
