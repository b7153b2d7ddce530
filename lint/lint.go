// Package lint checks CustomResourceDefinitions as kube-apiserver does, and by rules of crdtool, and reports findings
// at their lines. The package crdtool does the same for files and whole folders, with a configuration.
package lint

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// What becomes of unknown and repeated fields, for Options.FieldValidation, as the query parameter fieldValidation of a
// request has it.
const (
	Strict = lint.Strict // refuses the document
	Warn   = lint.Warn
	Ignore = lint.Ignore
)

// Linter checks CRDs for one Kubernetes version. What CRDs have in common it compiles once, so one Linter should serve
// a whole run. It is safe for concurrent use.
type Linter struct{ linter *lint.Linter }

// New returns a Linter that answers as the server of a version does.
func New(v kube.Version) *Linter { return &Linter{lint.New(v)} }

// Options say how a text is checked. The zero Options are for the creation of CRDs, with the server's checks alone.
type Options struct {
	// FieldValidation is Strict, Warn or Ignore. Any other value counts as Strict.
	FieldValidation string
	// Rules are the rules of crdtool that are enabled; nil for none.
	Rules *Rules
	// Stored has the CRDs that are in the cluster: a CRD with the name of one of them is checked as an update. It may
	// be nil.
	Stored *Stored
}

// Report is what was found in a text.
type Report struct {
	// Documents are the CRDs, each with the answer of the server.
	Documents []report.Document
	Findings  []report.Finding
	Summary   report.Summary
}

// Text checks every CRD of a text in YAML or JSON. Findings name its file by name. A text that cannot be parsed gives a
// finding at its place.
func (l *Linter) Text(name string, text []byte, o Options) Report {
	options := lint.Options{FieldValidation: o.FieldValidation}
	if o.Rules != nil {
		options.Rules = o.Rules.selection
	}
	if o.Stored != nil {
		options.Old = o.Stored.stored.Find
	}
	r := l.linter.File(source.Read(name, text), options)
	return Report{Documents: r.Documents, Findings: r.Findings, Summary: r.Summary}
}

// Rules are rules of crdtool that are enabled.
type Rules struct{ selection *rules.Selection }

// Profile returns the rules of a profile: "default", "strict" or "api-review". The error is for an unknown name.
func Profile(name string) (*Rules, error) {
	p, ok := rules.ParseProfile(name)
	if !ok {
		return nil, fmt.Errorf("unknown profile %q", name)
	}
	return &Rules{rules.Of(p)}, nil
}

// Stored has the CRDs that are in a cluster.
type Stored struct{ stored lint.Stored }

// AddText adds the CRDs of a text. The error is for a text that cannot be parsed or has a CRD that was added before.
func (s *Stored) AddText(name string, text []byte) error {
	return s.stored.AddText(name, text)
}
