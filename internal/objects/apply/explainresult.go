package apply

import (
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/report"
)

// A Refusal is a refused request for an object at a version.
type Refusal struct {
	// Object is the document of the object, DefinedBy the document of its CRD.
	Object, DefinedBy *source.Document
	CRD               *crd.CustomResourceDefinition
	Resource          *dryrun.Resource
	Version           string
	Result            *dryrun.Result
	// Origins finds the Go code of the CRD; it may be nil.
	Origins *origin.Finder
}

// Explain returns the reasons of a refusal, at the lines of the object and of its CRD. It returns nil for an
// accepted request.
func Explain(r Refusal) []report.Finding {
	if r.Result.APIServer.Accepted {
		return nil
	}
	namespace, name := names(r.Object)
	group, kind := r.CRD.Spec.Group, r.CRD.Spec.Names.Kind
	q := request{
		Runner: &Runner{crds: &CRDs{}, opts: RunOptions{Origins: r.Origins}}, doc: r.Object, object: dryrun.FromDocument(r.Object), version: r.Version,
		def: &definition{groupKind: groupKind{group, kind}, doc: r.DefinedBy, crd: r.CRD, resource: r.Resource},
		id:  identity{group: group, kind: kind, namespace: namespace, name: name},
	}
	if len(r.Result.Findings) > 0 {
		return q.explainAll(r.Result.Findings, r.Result.APIServer.Causes)
	}
	return q.explainRefusal(r.Result)
}
