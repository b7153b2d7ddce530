// Package crdtool gives kube-apiserver's answer to CustomResourceDefinitions
// offline, at the line of YAML that caused it. It is the door to the packages
// below it for programs that want the answers of the crdtool command.
package crdtool

import (
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/lint"
)

// Linter checks CRDs for one Kubernetes version. It is safe for concurrent use,
// and one should serve a run of the program: what CRDs have in common is
// compiled once.
type Linter struct{ linter *lint.Linter }

// NewLinter returns a Linter that answers as the newest Kubernetes version does
// that is known.
func NewLinter() *Linter { return &Linter{lint.New(kube.Latest)} }

// Lint checks all CRDs in a text, which may hold several YAML documents or JSON
// objects; name is what findings call it. old holds the CRDs that are stored in
// the cluster: those of the same name are checked as an update. It may be nil.
//
// The text is judged as kubectl sends it, with strict field validation. What
// can't be read is a finding at its line, never an error.
func (l *Linter) Lint(name string, text, old []byte) lint.FileReport {
	var opts lint.Options
	if old != nil {
		stored := map[string]*source.Document{}
		for _, d := range source.Read("old", old).Documents {
			if n := source.Field(source.Field(d.Root, "metadata"), "name"); n != nil && d.MeantAsCRD() {
				stored[n.Value] = d
			}
		}
		opts.Old = func(name string) *source.Document { return stored[name] }
	}
	return l.linter.File(source.Read(name, text), opts)
}
