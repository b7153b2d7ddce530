// Package patchschema writes the OpenAPI document by which kustomize merges strategic merge patches of custom
// resources: lists of type map by their keys, and sets of scalars by their values, as server-side apply does.
//
// A kustomization names the document in openapi.path. kustomize then reads it instead of its own schema of
// Kubernetes' kinds, so the document also has what kustomize reads of those (builtin.json).
package patchschema

import (
	"fmt"

	kubeschema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

const kindExtension = "x-kubernetes-group-version-kind"

// Build returns the document for the served versions of the CRDs; without definitions if none is served. It fails as
// resource.All does, and for a CRD that defines a kind of Kubernetes.
func Build(crds []*crd.CustomResourceDefinition, v kube.Version) (*spec.Swagger, error) {
	resources, err := resource.All(crds, v)
	if err != nil {
		return nil, err
	}
	doc := &spec.Swagger{SwaggerProps: spec.SwaggerProps{
		Swagger:     "2.0",
		Info:        &spec.Info{InfoProps: spec.InfoProps{Title: "Merge keys for kustomize", Version: "v1"}},
		Paths:       &spec.Paths{},
		Definitions: spec.Definitions{},
	}}
	if len(resources) == 0 {
		return doc, nil
	}
	doc.Definitions = builtIn()
	taken := kindsOf(doc.Definitions)
	for i := range resources {
		r := &resources[i]
		if _, sameName := doc.Definitions[r.Model()]; sameName || taken[kindOf(r)] {
			return nil, fmt.Errorf("%s.%s: Kubernetes has a type %s of %s, so kustomize cannot tell them apart", r.Plural, r.Group, r.Kind, r.GroupVersion())
		}
		doc.Definitions[r.Model()] = definition(r)
	}
	return doc, nil
}

// definition returns the definition of a resource.
func definition(r *resource.Resource) spec.Schema {
	s := spec.Schema{}
	if r.Schema != nil {
		if own := mergeKeys(r.Schema); own != nil {
			s = *own
		}
	}
	s.SetProperty("metadata", *spec.RefProperty("#/definitions/" + resource.ObjectMetaModel))
	s.AddExtension(kindExtension, []any{
		map[string]any{"group": r.Group, "version": r.Version, "kind": r.Kind},
	})
	return s
}

func kindOf(r *resource.Resource) kubeschema.GroupVersionKind {
	return r.GroupVersion().WithKind(r.Kind)
}

// kindsOf returns the kinds of definitions.
func kindsOf(definitions spec.Definitions) map[kubeschema.GroupVersionKind]bool {
	kinds := map[kubeschema.GroupVersionKind]bool{}
	for _, d := range definitions {
		list, _ := d.Extensions[kindExtension].([]any)
		for _, entry := range list {
			kind, _ := entry.(map[string]any)
			group, _ := kind["group"].(string)
			version, _ := kind["version"].(string)
			name, _ := kind["kind"].(string)
			kinds[kubeschema.GroupVersionKind{Group: group, Version: version, Kind: name}] = true
		}
	}
	return kinds
}
