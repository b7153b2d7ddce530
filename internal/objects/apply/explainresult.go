package apply

import (
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/report"
)

// Explain says in terms of the files of an object and of its CRD why a request for the
// object at a version was refused. It returns nothing for one that was not.
func Explain(object, definedBy *source.Document, c *crd.CustomResourceDefinition, r *dryrun.Resource, version string, a *dryrun.Result, origins *origin.Finder) []report.Finding {
	if a.APIServer.Accepted {
		return nil
	}
	namespace, name := names(object)
	q := request{
		Runner: &Runner{crds: &CRDs{}, opts: RunOptions{Origins: origins}}, doc: object, object: dryrun.FromDocument(object), version: version,
		blame: (*blame)(nil).of(definedBy, version),
		def:   &definition{groupKind: groupKind{c.Spec.Group, c.Spec.Names.Kind}, doc: definedBy, crd: c, resource: r},
		id:    identity{group: c.Spec.Group, kind: c.Spec.Names.Kind, namespace: namespace, name: name},
	}
	if len(a.Findings) > 0 {
		return q.explainAll(a.Findings, a.APIServer.Causes)
	}
	return q.explainRefusal(a)
}
