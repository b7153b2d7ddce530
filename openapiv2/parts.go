package openapiv2

import (
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/openapiv3"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// BuildParts returns the document that Build returns, in parts. It has no paths if no
// version is served.
func BuildParts(crds []*crd.CustomResourceDefinition, v kube.Version) (*resource.Document, error) {
	resources, err := resource.Documented(crds, v)
	if err != nil || len(resources) == 0 {
		return &resource.Document{}, err
	}
	rest := empty()
	rest.Paths.Paths[resource.PathHole] = spec.PathItem{}
	rest.Definitions[resource.SchemaHole] = spec.Schema{}
	parameters := parametersOf(rest, &resources[0])
	all := &resource.Document{}
	share := func(of spec.Definitions) {
		for name, s := range of {
			all.Schemas = append(all.Schemas, resource.Shared(name, s.MarshalJSON))
		}
	}
	own := shared(resources[0].Generated())
	share(own.meta)
	makers := resource.NewMakers(
		func(p *resource.Path, r *resource.Resource) ([]byte, error) {
			return parameters.path(p, r).MarshalJSON()
		},
		func(r *resource.Resource) ([]byte, error) { return openapiv3.SchemaJSON(Schema(r)) },
		func(r *resource.Resource) ([]byte, error) { return openapiv3.SchemaJSON(native.List(r)) })
	known := map[[3]bool]bool{}
	scaled := resource.LastScaled(resources)
	for i := range resources {
		r := &resources[i]
		makers.Add(all, r)
		if i == scaled {
			share(own.scale)
		}
		// The parameters that are shared are found by making paths.
		if kind := [...]bool{r.Namespaced, r.Status, r.Scale}; !known[kind] {
			known[kind] = true
			for _, p := range r.Paths() {
				parameters.path(&p, r)
			}
		}
	}
	if all.Rest, err = rest.MarshalJSON(); err != nil {
		return nil, err
	}
	all.Sort()
	return all, nil
}
