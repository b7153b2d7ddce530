package dryrun

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/report"
)

// The stages, in the order in which an object goes through them.
const (
	Client   report.Stage = "client"   // what kubectl does before and after
	Decode   report.Stage = "decode"   // reading the request
	Prune    report.Stage = "prune"    // unknown fields
	Nulls    report.Stage = "nulls"    // nulls that the schema does not want
	Metadata report.Stage = "metadata" // metadata, also of embedded resources
	Default  report.Stage = "default"  // defaults
	Status   report.Stage = "status"   // what the endpoint does not let a client write
	Validate report.Stage = "validate" // what the schema says of values
	Evaluate report.Stage = "rules"    // CEL rules
	Convert  report.Stage = "convert"  // to the storage version and back
	Merge    report.Stage = "merge"    // what an apply or a patch leaves of the live object
)

// The actions.
const (
	Pruned    report.Action = "pruned"    // took out a field that the schema does not know
	Dropped   report.Action = "dropped"   // took out a value for another reason
	Defaulted report.Action = "defaulted" // set a default
	Coerced   report.Action = "coerced"   // wrote a value in another form
	Kept      report.Action = "kept"      // kept the stored value instead of the one that was sent
	SetBy     report.Action = "set"       // filled in what the server manages
	Forgave   report.Action = "forgave"   // let an error pass, since nothing changed there
	Skipped   report.Action = "skipped"   // did not do its work
	Warned    report.Action = "warned"    // of the client: did what is asked, and has something to say
	Overwrote report.Action = "overwrote" // took the place of what somebody else wrote
	Lost      report.Action = "lost"      // took out a field that another version does not know
)

// Entry is one thing that happened to an object on its way.
type Entry struct {
	Stage  report.Stage
	Action report.Action
	// Path is the place in the object.
	Path string
	// Value is the value that was taken out, or the one that was put in.
	Value  any
	Reason string
	// Line is the line of Path in the object's file; 0 if it has none.
	Line int

	// At is Path in the form that leads through the file.
	At *finding.Path
	// Schema is the place in the CRD's file of what caused it; nil if nothing in
	// the CRD did.
	Schema *finding.Path
}

// trace gathers entries. The nil trace gathers none, and neither does one that is off.
type trace struct {
	entries []Entry
	off     bool
}

// add reports whether the entry is listed.
func (t *trace) add(s report.Stage, a report.Action, at *finding.Path, value any, reason string) bool {
	if t == nil || t.off {
		return false
	}
	t.entries = append(t.entries, Entry{Stage: s, Action: a, Path: at.File(), Value: value, Reason: reason, At: at})
	return true
}

// addFrom adds an entry that the schema of a version caused, by a keyword unless
// that is empty.
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

// Unchanged ends the reason of what is forgiven, behind the server's error.
const Unchanged = "; unchanged since it was stored"
