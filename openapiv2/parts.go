package openapiv2

import (
	"encoding/json"
	"maps"
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

// Parts are the document that Build returns, for writing it one path and one definition
// after the other: of a CRD with very many versions it is hundreds of times as large.
type Parts struct {
	// Rest is the document without its paths and definitions.
	Rest *spec.Swagger
	// Definitions and Paths are sorted by name.
	Definitions, Paths []Part
}

// Part is a definition or a path.
type Part struct {
	Name string
	Make func() json.Marshaler
}

// BuildParts is Build in parts.
func BuildParts(crds []*crd.CustomResourceDefinition, v kube.Version) (*Parts, error) {
	resources, err := resource.All(crds, v)
	if err != nil {
		return nil, err
	}
	all := &Parts{Rest: empty()}
	if len(resources) == 0 {
		all.Rest.Parameters = map[string]spec.Parameter{}
		return all, nil
	}
	own := shared(resources[0].Generated())
	parameters := parametersOf(all.Rest, &resources[0])
	definitions, paths := map[string]func() json.Marshaler{}, map[string]func() json.Marshaler{}
	share := func(of map[string]spec.Schema) {
		for name, s := range of {
			definitions[name] = func() json.Marshaler { return s }
		}
	}
	share(own.meta)
	for i := range resources {
		r := &resources[i]
		definitions[r.Model()] = func() json.Marshaler { return Schema(r) }
		definitions[r.ListModel()] = func() json.Marshaler { return native.List(r) }
		if r.Scale {
			share(own.scale)
		}
		for j, p := range r.Paths() {
			parameters.path(&p, r) // which finds those that are shared
			paths[p.Path] = func() json.Marshaler { return parameters.path(&r.Paths()[j], r) }
		}
	}
	all.Definitions, all.Paths = parts(definitions), parts(paths)
	return all, nil
}

func parts(of map[string]func() json.Marshaler) []Part {
	list := make([]Part, 0, len(of))
	for _, name := range slices.Sorted(maps.Keys(of)) {
		list = append(list, Part{name, of[name]})
	}
	return list
}
