package render

import (
	"io"

	"github.com/crdtool/crdtool/report"
)

// AppliedJSON writes a report as one object, as
// docs/apply-dry-output.schema.json describes it: lists are never null, and
// nothing is escaped that JSON does not ask for.
func AppliedJSON(w io.Writer, r *report.Objects) error {
	out := appliedForm{
		SchemaVersion: report.SchemaVersion,
		KubeVersions:  r.KubeVersions,
		Results:       make([]resultForm, len(r.Results)),
		Findings:      filled(r.Findings),
		Errors:        r.Errors,
		Summary:       summaryForm(&r.Summary),
	}
	for i := range r.Results {
		o := &r.Results[i]
		out.Results[i] = resultForm{
			File: o.File, Document: o.Document.Document, Line: o.Line,
			APIVersion: o.APIVersion, Kind: o.Kind, Namespace: o.Namespace, Name: o.Name,
			Operation: o.Operation, Verdict: o.Verdict, APIServer: filledAnswer(o.APIServer), Servers: o.Servers,
			Object: o.Object, Scale: o.Scale, Trace: filled(o.Trace), Findings: filled(o.Findings),
			Webhooks: o.Webhooks,
		}
	}
	return encode(w, &out)
}

// filled is a list that JSON does not write as null.
func filled[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func filledAnswer(a report.APIServer) report.APIServer {
	a.Causes, a.Warnings = filled(a.Causes), filled(a.Warnings)
	return a
}

type appliedForm struct {
	SchemaVersion int               `json:"schemaVersion"`
	KubeVersions  []string          `json:"kubeVersions,omitempty"`
	Results       []resultForm      `json:"results"`
	Findings      []report.Finding  `json:"findings"`
	Errors        []report.RunError `json:"errors,omitempty"`
	Summary       appliedSummary    `json:"summary"`
}

// resultForm has all of an object's names, also those that are empty.
type resultForm struct {
	File       string           `json:"file"`
	Document   int              `json:"document"`
	Line       int              `json:"line"`
	APIVersion string           `json:"apiVersion"`
	Kind       string           `json:"kind"`
	Namespace  string           `json:"namespace"`
	Name       string           `json:"name"`
	Operation  report.Operation `json:"operation"`
	Verdict    report.Verdict   `json:"verdict"`
	APIServer  report.APIServer `json:"apiserver"`
	Servers    *report.Servers  `json:"servers,omitempty"`
	Object     map[string]any   `json:"object"`
	Scale      map[string]any   `json:"scale,omitempty"`
	Trace      []report.Step    `json:"trace"`
	Findings   []report.Finding `json:"findings"`
	Webhooks   []string         `json:"webhooks,omitempty"`
}

// appliedSummary has the counts of objects, also those that are 0, and none of
// what only CRDs have.
type appliedSummary struct {
	Files      int `json:"files"`
	Objects    int `json:"objects"`
	Created    int `json:"created"`
	Updated    int `json:"updated"`
	Unchanged  int `json:"unchanged"`
	Deleted    int `json:"deleted,omitempty"`
	Refused    int `json:"refused"`
	Conflicts  int `json:"conflicts,omitempty"`
	WithoutCRD int `json:"withoutCRD"`
	Untried    int `json:"untried"`
	BuiltIn    int `json:"builtIn"`
	FieldsOnly int `json:"fieldsOnly,omitempty"`
	// FieldsRefused are of FieldsOnly.
	FieldsRefused int `json:"fieldsRefused,omitempty"`
	CRDs          int `json:"crds"`
	Other         int `json:"other"`
	Errors        int `json:"errors"`
	Warnings      int `json:"warnings"`
}

func summaryForm(s *report.Summary) appliedSummary {
	return appliedSummary{
		Files: s.Files, Objects: s.Objects, Created: s.Created, Updated: s.Updated, Unchanged: s.Unchanged, Deleted: s.Deleted, Refused: s.Refused, Conflicts: s.Conflicts,
		WithoutCRD: s.WithoutCRD, Untried: s.Untried, BuiltIn: s.BuiltIn, FieldsOnly: s.FieldsOnly, FieldsRefused: s.FieldsRefused, CRDs: s.CRDs, Other: s.Other,
		Errors: s.Errors, Warnings: s.Warnings,
	}
}
