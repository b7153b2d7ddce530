package apply

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/answer"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/lint"
)

// SchemaVersion is the version of the report's JSON form. It changes when a
// field is taken away or changes its meaning.
const SchemaVersion = 1

// Report is the outcome of a run, in the form other tools read.
type Report struct {
	SchemaVersion int      `json:"schemaVersion"`
	Results       []Result `json:"results"`
	// Findings belong to no result: files that can't be read, objects without a
	// CRD.
	Findings []Finding `json:"findings"`
	Summary  Summary   `json:"summary"`
}

// FileReport is the outcome for one file.
type FileReport struct {
	// Results are in the order of the file.
	Results []Result
	// Findings are sorted by their place.
	Findings []Finding
	Summary  Summary
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
	File string `json:"file"`
	// Document is the index of the object in its file, from 0.
	Document   int              `json:"document"`
	Line       int              `json:"line"`
	APIVersion string           `json:"apiVersion"`
	Kind       string           `json:"kind"`
	Namespace  string           `json:"namespace"`
	Name       string           `json:"name"`
	Operation  dryrun.Operation `json:"operation"`
	Verdict    Verdict          `json:"verdict"`
	APIServer  answer.APIServer `json:"apiserver"`
	// Object is the object as the server returns it, without uid,
	// creationTimestamp and managedFields; nil if it was refused.
	Object map[string]any `json:"object"`
	// Scale is what the scale subresource returns.
	Scale map[string]any `json:"scale,omitempty"`
	// Trace is what happened to the object on the way, in the pipeline's order.
	Trace []Step `json:"trace"`
	// Findings are why the object is refused, in the order of the file. Where the
	// server stops at the first kind of error, those behind it are listed, too.
	Findings []Finding `json:"findings"`

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

// Finding is a finding with the place in the CRD that it follows from.
type Finding struct {
	lint.Finding
	// SchemaFile and SchemaLine are the place of the keyword or rule; empty if
	// nothing in the CRD is the cause.
	SchemaFile string `json:"schemaFile,omitempty"`
	SchemaLine int    `json:"schemaLine,omitempty"`
	// SchemaText is the rule, or the line of the keyword.
	SchemaText string `json:"schemaText,omitempty"`
	// Later says that the server does not come to it, since it stops at what is
	// wrong before.
	Later bool `json:"later,omitempty"`
	// IsRule says that it is a rule of x-kubernetes-validations.
	IsRule bool `json:"-"`
}

// Row is a line of the table that kubectl get prints.
type Row struct {
	// Table tells which rows belong to one table: the group, version and kind.
	Table         string
	Namespace     string
	Header, Cells []string
}

// Summary counts what a run read and found.
type Summary struct {
	Files int `json:"files"`
	// Objects are those that have a result: Created, Updated, Unchanged and
	// Refused.
	Objects   int `json:"objects"`
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
	Refused   int `json:"refused"`
	// WithoutCRD counts objects that no CRD was found for, skipped ones included.
	WithoutCRD int `json:"withoutCRD"`
	// Untried counts objects that have a CRD, but that nothing can be said of, such
	// as when that can't be read.
	Untried int `json:"untried"`
	// BuiltIn counts objects of Kubernetes' own kinds, which are skipped.
	BuiltIn int `json:"builtIn"`
	// CRDs counts CRDs among the objects.
	CRDs int `json:"crds"`
	// Other counts documents that are no Kubernetes objects.
	Other int `json:"other"`
	// Errors and Warnings count findings and the server's warnings.
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
}

// Add adds the counts of s to the summary.
func (t *Summary) Add(s Summary) {
	t.Files += s.Files
	t.Objects += s.Objects
	t.Created += s.Created
	t.Updated += s.Updated
	t.Unchanged += s.Unchanged
	t.Refused += s.Refused
	t.WithoutCRD += s.WithoutCRD
	t.Untried += s.Untried
	t.BuiltIn += s.BuiltIn
	t.CRDs += s.CRDs
	t.Other += s.Other
	t.Errors += s.Errors
	t.Warnings += s.Warnings
}

// count counts a result.
func (t *Summary) count(r *Result) {
	t.Objects++
	switch r.Verdict {
	case Created:
		t.Created++
	case Updated:
		t.Updated++
	case Unchanged:
		t.Unchanged++
	case Refused:
		t.Refused++
	}
	t.Warnings += len(r.APIServer.Warnings)
	t.found(r.Findings)
}

func (t *Summary) found(list []Finding) {
	for i := range list {
		switch list[i].Severity {
		case finding.Error:
			t.Errors++
		case finding.Warning:
			t.Warnings++
		}
	}
}
