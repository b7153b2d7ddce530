// Package openapiv2 makes the part of kube-apiserver's OpenAPI v2 document, at /openapi/v2, that describes
// CustomResourceDefinitions, and lists the parts of their schemas that this form loses.
//
// It mirrors pkg/controller/openapi of k8s.io/apiextensions-apiserver.
package openapiv2

import (
	"maps"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

// Build returns the part of a server's document for the CRDs: their paths and definitions, and the parameters and
// definitions to which those refer. A server has one document for all group versions, with Kubernetes' own APIs.
//
// It includes the same CRDs and versions as openapiv3.Build, shares the same values with the CRDs, and fails in the
// same cases.
func Build(crds []*crd.CustomResourceDefinition, v kube.Version) (*spec.Swagger, error) {
	resources, err := resource.Documented(crds, v)
	if err != nil {
		return nil, err
	}
	doc := &spec.Swagger{SwaggerProps: spec.SwaggerProps{
		Swagger: "2.0",
		// The server builds the document of each CRD with this title before it merges it into its own.
		Info:        &spec.Info{InfoProps: spec.InfoProps{Title: "Kubernetes CRD Swagger", Version: "v0.1.0"}},
		Paths:       &spec.Paths{Paths: map[string]spec.PathItem{}},
		Definitions: spec.Definitions{},
	}}
	if len(resources) == 0 {
		doc.Parameters = map[string]spec.Parameter{}
		return doc, nil
	}
	of := &resources[0] // all are of the same server
	own := shared(of.Generated())
	maps.Copy(doc.Definitions, own.meta)
	parameters := parameters{}
	if of.Of().SharedParameters {
		doc.Parameters = map[string]spec.Parameter{}
		parameters.shared = doc.Parameters
	}
	for i := range resources {
		r := &resources[i]
		doc.Definitions[r.Model()] = *Schema(r)
		doc.Definitions[r.ListModel()] = *native.List(r)
		if r.Scale {
			maps.Copy(doc.Definitions, own.scale)
		}
		for _, p := range r.Paths() {
			doc.Paths.Paths[p.Path] = parameters.path(&p, r)
		}
	}
	return doc, nil
}

// Schema returns the definition that v2 publishes for a resource.
func Schema(r *resource.Resource) *spec.Schema {
	if preserves(r) {
		// With published fields, kubectl would refuse unknown ones.
		return native.AddTo(nil, r)
	}
	var s *spec.Schema
	if r.Schema != nil {
		s = r.Published()
		new(converter).convert(s)
	}
	return native.AddTo(s, r)
}

// preserves reports whether the fields of a resource are not published because it preserves unknown fields.
func preserves(r *resource.Resource) bool {
	return r.Schema != nil && (r.PreserveUnknownFields || r.Schema.PreservesUnknownFields())
}

var native = resource.Native{Reference: reference, OmitFromPreserved: true}

func reference(model, description string) spec.Schema {
	return spec.Schema{SchemaProps: spec.SchemaProps{
		Ref:         spec.MustCreateRef("#/definitions/" + model),
		Description: description,
	}}
}

func isAPIMachinery(model string) bool { return strings.HasPrefix(model, "io.k8s.apimachinery") }
