package dryrun

import (
	"github.com/crdtool/crdtool/finding"
)

// Stage names a part of the pipeline.
type Stage string

// The stages, in the order in which an object goes through them.
const (
	Decode   Stage = "decode"   // reading the request
	Prune    Stage = "prune"    // unknown fields
	Nulls    Stage = "nulls"    // nulls that the schema does not want
	Metadata Stage = "metadata" // metadata, also of embedded resources
	Default  Stage = "default"  // defaults
	Status   Stage = "status"   // what the endpoint does not let a client write
	Validate Stage = "validate" // what the schema says of values
	Evaluate Stage = "rules"    // CEL rules
	Convert  Stage = "convert"  // to the storage version and back
)

// Action is what a stage did.
type Action string

// The actions.
const (
	Pruned    Action = "pruned"    // took out a field that the schema does not know
	Dropped   Action = "dropped"   // took out a value for another reason
	Defaulted Action = "defaulted" // set a default
	Coerced   Action = "coerced"   // wrote a value in another form
	Kept      Action = "kept"      // kept the stored value instead of the one that was sent
	SetBy     Action = "set"       // filled in what the server manages
	Forgave   Action = "forgave"   // let an error pass, since nothing changed there
	Skipped   Action = "skipped"   // did not do its work
	Lost      Action = "lost"      // took out a field that another version does not know
)

// Entry is one thing that happened to an object on its way.
type Entry struct {
	Stage  Stage  `json:"stage"`
	Action Action `json:"action"`
	// Path is the place in the object.
	Path string `json:"path"`
	// Value is the value that was taken out, or the one that was put in.
	Value  any    `json:"value,omitempty"`
	Reason string `json:"reason"`
	// Line is the line of Path in the object's file; 0 if it has none.
	Line int `json:"line,omitempty"`

	// At is Path in the form that leads through the file.
	At *finding.Path `json:"-"`
	// Schema is the place in the CRD's file of what caused it; nil if nothing in
	// the CRD did.
	Schema *finding.Path `json:"-"`
}

// trace gathers entries. The nil trace gathers none.
type trace struct{ entries []Entry }

func (t *trace) add(s Stage, a Action, at *finding.Path, value any, reason string) {
	if t != nil {
		t.entries = append(t.entries, Entry{Stage: s, Action: a, Path: at.File(), Value: value, Reason: reason, At: at})
	}
}

// addFrom adds an entry that the schema of a version caused, by a keyword unless
// that is empty.
func (t *trace) addFrom(v *served, keyword string, s Stage, a Action, at *finding.Path, value any, reason string) {
	if t == nil {
		return
	}
	t.add(s, a, at, value, reason)
	p, node := v.find(at)
	if node != nil && keyword != "" {
		p = p.Child(keyword)
	}
	t.entries[len(t.entries)-1].Schema = p
}

// Unchanged ends the reason of what is forgiven, behind the server's error.
const Unchanged = "; unchanged since it was stored"
