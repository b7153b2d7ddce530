// Package openapiv3 makes the OpenAPI v3 documents that kube-apiserver publishes for CustomResourceDefinitions: one for
// each group and version, at /openapi/v3/apis/GROUP/VERSION.
//
// It mirrors pkg/controller/openapiv3 and pkg/controller/openapi/builder of k8s.io/apiextensions-apiserver. Start at
// Build.
package openapiv3

import (
	"cmp"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

// Documents are the documents of a set of CRDs. MarshalJSON returns the same bytes for the same CRDs, with sorted keys
// if their order has no meaning.
type Documents map[schema.GroupVersion]*spec3.OpenAPI

// Build returns the documents of a server that serves the CRDs. CRDs of one group and version share a document. Build
// omits versions that are not served, and CRDs whose status says that their names are not accepted. A schema that is
// not structural is published as any object.
//
// It does not check the CRDs and does not change them. The documents share lists, values and the schemas of metadata
// with the CRDs and with each other, and must not be changed.
//
// It fails for a CRD without a group, plural name, kind or version name, and if two CRDs have the same name, or the
// same kind in a group. It also fails for names that cannot be part of a URL, as references are URLs.
func Build(crds []*crd.CustomResourceDefinition, v kube.Version) (Documents, error) {
	resources, err := resource.Documented(crds, v)
	if err != nil || len(resources) == 0 {
		return nil, err
	}
	own := shared(resources[0].Generated()) // all resources are of the same server
	docs := Documents{}
	for i := range resources {
		r := &resources[i]
		gv := r.GroupVersion()
		if docs[gv] == nil {
			docs[gv] = newDocument(own)
		}
		add(docs[gv], r, own)
	}
	return docs, nil
}

// GroupVersions returns the group versions of the documents, sorted.
func (d Documents) GroupVersions() []schema.GroupVersion {
	return slices.SortedFunc(maps.Keys(d), func(a, b schema.GroupVersion) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Version, b.Version))
	})
}

// newDocument returns a document without CRDs.
func newDocument(own sharedSchemas) *spec3.OpenAPI {
	return &spec3.OpenAPI{
		Version: "3.0.0",
		// The server uses this title in every document of CRDs.
		Info:       &spec.Info{InfoProps: spec.InfoProps{Title: "Kubernetes CRD Swagger", Version: "v0.1.0"}},
		Paths:      &spec3.Paths{Paths: map[string]*spec3.Path{}},
		Components: &spec3.Components{Schemas: maps.Clone(own.meta)},
	}
}

func add(doc *spec3.OpenAPI, r *resource.Resource, own sharedSchemas) {
	schemas := doc.Components.Schemas
	schemas[r.Model()] = Schema(r)
	schemas[r.ListModel()] = native.List(r)
	if r.Scale {
		maps.Copy(schemas, own.scale)
	}
	for _, p := range r.Paths() {
		doc.Paths.Paths[p.Path] = path(&p, r)
	}
}

// Schema returns the schema that v3 publishes for a resource.
func Schema(r *resource.Resource) *spec.Schema {
	return native.AddTo(r.Published(), r)
}

var native = resource.Native{Reference: reference}

// reference returns a reference to a schema. In v3 nothing may stand beside $ref, so that a reference with a
// description is the only item of an allOf.
func reference(model, description string) spec.Schema {
	ref := spec.Schema{SchemaProps: spec.SchemaProps{Ref: spec.MustCreateRef("#/components/schemas/" + model)}}
	if description == "" {
		return ref
	}
	return spec.Schema{SchemaProps: spec.SchemaProps{Description: description, AllOf: []spec.Schema{ref}}}
}
