package crdtool

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/objects/convert"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// ConvertOptions say how ConvertCRDs converts. The zero value is how crdtool convert does
// without flags.
type ConvertOptions struct {
	// KubeVersion is the Kubernetes version whose API server is to take the CRDs, as
	// "1.33". If it is empty, it is the newest that is known.
	KubeVersion string
	// UnknownFields says what becomes of fields that no schema names, which v1beta1 keeps
	// unless preserveUnknownFields is false: "keep" has the schemas keep them, "prune" has
	// the server drop them. If it is empty, that is left to decide.
	UnknownFields string
}

// Converted is a text with its documents converted.
type Converted struct {
	// Text is the text as it is then, with its line endings and byte order mark as they
	// were.
	Text []byte
	// Made is the number of documents that were converted.
	Made int
	// Report says what is left to decide, what is lost, and what could not be converted, at
	// the lines of the text as it was. Its documents are CRDs, with the server's answers
	// to what they have become.
	Report *report.Report
}

// ConvertCRDs turns the CustomResourceDefinitions of apiextensions.k8s.io/v1beta1 in a text
// into v1, as servers did that had both. All else in the text stays as it is. The error is
// for an option of an unknown value.
func ConvertCRDs(name string, text []byte, opts ConvertOptions) (*Converted, error) {
	version, err := parseVersion(opts.KubeVersion, kube.Latest)
	if err != nil {
		return nil, err
	}
	unknown := convert.Unknown(opts.UnknownFields)
	switch unknown {
	case convert.Undecided, convert.Keep, convert.Prune:
	default:
		return nil, fmt.Errorf("UnknownFields %q is none of keep, prune", opts.UnknownFields)
	}
	file := source.Read(name, text)
	r := convert.File(file, unknown, nil)
	of := r.Report(file, lint.New(version), 0)
	return converted(file, r, of.Documents, of.Findings, of.Summary), nil
}

// Convert turns the custom objects in a text into a version of theirs, as the server does
// with the conversion strategy None. All else in the text stays as it is.
func (c *Cluster) Convert(name string, text []byte, version string) *Converted {
	c = c.ready()
	file := source.Read(name, text)
	r := convert.To(file, c.crds, "", version, nil)
	summary := report.Summary{Files: 1, Objects: len(r.Made)}
	for i := range r.Findings {
		summary.Count(&r.Findings[i])
	}
	return converted(file, r.Result, nil, r.Findings, summary)
}

func converted(file *source.File, r *convert.Result, documents []report.Document, findings []report.Finding, summary report.Summary) *Converted {
	if documents == nil {
		documents = []report.Document{}
	}
	if findings == nil {
		findings = []report.Finding{}
	}
	return &Converted{Text: edit.Bytes(file, r.Text), Made: len(r.Made), Report: &report.Report{
		SchemaVersion: report.SchemaVersion, Documents: documents, Findings: findings, Summary: summary,
	}}
}
