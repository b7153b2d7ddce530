package openapiv2

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

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
	// Version is the name of the version that it is of, and As the part for another name.
	// Alike is the same for parts that differ in nothing but that name; it is empty for
	// those of no version.
	Version, Alike string
	As             func(version string) Part
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
	definitions, paths := map[string]Part{}, map[string]Part{}
	share := func(of map[string]spec.Schema) {
		for name, s := range of {
			definitions[name] = Part{Name: name, Make: func() json.Marshaler { return s }}
		}
	}
	share(own.meta)
	alike, frames := resource.NewAlike(), map[string][]string{}
	for i := range resources {
		r := &resources[i]
		frame := alike.Frame(r)
		model := partOf(r, "model "+alike.Schema(r)+" "+frame, (*resource.Resource).Model, func(r *resource.Resource) json.Marshaler { return Schema(r) })
		list := partOf(r, "list "+frame, (*resource.Resource).ListModel, func(r *resource.Resource) json.Marshaler { return native.List(r) })
		definitions[model.Name] = model
		definitions[list.Name] = list
		if r.Scale {
			share(own.scale)
		}
		below, known := frames[frame]
		if !known {
			for _, p := range r.Paths() {
				parameters.path(&p, r) // which finds those that are shared
				below = append(below, strings.TrimPrefix(p.Path, r.Root()))
			}
			frames[frame] = below
		}
		for j, name := range below {
			p := partOf(r, "path "+name+" "+frame, func(r *resource.Resource) string { return r.Root() + name },
				func(r *resource.Resource) json.Marshaler { return parameters.path(&r.Paths()[j], r) })
			paths[p.Name] = p
		}
	}
	all.Definitions, all.Paths = parts(definitions), parts(paths)
	return all, nil
}

func partOf(r *resource.Resource, alike string, name func(*resource.Resource) string, make func(*resource.Resource) json.Marshaler) Part {
	return Part{
		Name: name(r), Version: r.Version, Alike: alike,
		Make: func() json.Marshaler { return make(r) },
		As:   func(version string) Part { return partOf(r.As(version), alike, name, make) },
	}
}

func parts(of map[string]Part) []Part {
	list := make([]Part, 0, len(of))
	for _, name := range slices.Sorted(maps.Keys(of)) {
		list = append(list, of[name])
	}
	return list
}
