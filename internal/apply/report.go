package apply

import (
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/report"
)

// Report is the outcome of a run: a report of the objects that has more of each,
// namely what becomes of it.
type Report struct {
	SchemaVersion int      `json:"schemaVersion"`
	Results       []Result `json:"results"`
	// Findings belong to no result: files that can't be read, objects without a
	// CRD.
	Findings []report.Finding `json:"findings"`
	Summary  report.Summary   `json:"summary"`
}

// FileReport is the outcome for one file.
type FileReport struct {
	// Results are in the order of the file.
	Results []Result
	// Findings belong to no result. They are sorted by their place.
	Findings []report.Finding
	Summary  report.Summary
}

// Verdict says what becomes of an object.
type Verdict string

// The verdicts.
const (
	Created   Verdict = "created"
	Updated   Verdict = "updated"
	Unchanged Verdict = "unchanged"
	Refused   Verdict = "refused"
)

// Result is what the server does with one object.
type Result struct {
	report.Document
	Operation dryrun.Operation `json:"operation"`
	Verdict   Verdict          `json:"verdict"`
	// Object is the object as the server returns it, without uid,
	// creationTimestamp and managedFields; nil if it was refused.
	Object map[string]any `json:"object"`
	// Scale is what the scale subresource returns.
	Scale map[string]any `json:"scale,omitempty"`
	// Trace is what happened to the object on the way, in the pipeline's order.
	Trace []Step `json:"trace"`
	// Findings are why the object is refused, in the order of the file. Where the
	// server stops at the first kind of error, those behind it are listed, too.
	Findings []report.Finding `json:"findings"`

	// Sent is the object as it was written.
	Sent map[string]any `json:"-"`
	// Row is what kubectl get prints of the object; nil unless asked for.
	Row *Row `json:"-"`
}

// Step is one thing that happened to an object on its way.
type Step struct {
	dryrun.Entry
	// SchemaFile and SchemaLine are the place in the CRD's file of what caused it;
	// empty if nothing there did.
	SchemaFile string `json:"schemaFile,omitempty"`
	SchemaLine int    `json:"schemaLine,omitempty"`
}

// Row is a line of the table that kubectl get prints.
type Row struct {
	// Table tells which rows belong to one table: the group, version and kind.
	Table         string
	Namespace     string
	Header, Cells []string
}
