package resource

import (
	"slices"
	"strings"
)

// Path is a path with its operations.
type Path struct {
	Path string
	// Parameters are those that all operations of the path have in common,
	// sorted by name.
	Parameters []Parameter
	Operations []Operation
}

// Root is what all paths of the resource begin with.
func (r *Resource) Root() string { return "/apis/" + r.Group + "/" + r.Version + "/" }

// A Place is a path of a resource, whose operations need not be known.
type Place struct {
	Path string
	// Kind is the same for places at which resources of one scope have the same
	// operations but for their names.
	Kind string
}

// The kinds of places.
const (
	everywhere = "everywhere" // of which there is one for resources in namespaces
	collection = "collection"
	object     = "object"
	status     = "status"
	scale      = "scale"
)

// Places returns the paths that the server serves for the resource.
func (r *Resource) Places() []Place {
	root := r.Root()
	all := make([]Place, 0, 5)
	if r.Namespaced {
		all = append(all, Place{root + r.Plural, everywhere})
		root += "namespaces/{namespace}/"
	}
	root += r.Plural
	all = append(all, Place{root, collection}, Place{root + "/{name}", object})
	if r.Status {
		all = append(all, Place{root + "/{name}/status", status})
	}
	if r.Scale {
		all = append(all, Place{root + "/{name}/scale", scale})
	}
	return all
}

// place is the one of a kind.
func (r *Resource) place(kind string) Place {
	all := r.Places()
	return all[slices.IndexFunc(all, func(p Place) bool { return p.Kind == kind })]
}

// At returns what the server serves at one of the resource's places.
func (r *Resource) At(p Place) Path {
	switch p.Kind {
	case everywhere:
		return r.everywhere(p.Path)
	case collection:
		return r.path(p.Path, r.list(), r.create(), r.deleteCollection())
	case object:
		return r.path(p.Path, r.read("", r.Model()), r.replace("", r.Model()), r.delete(), r.patch("", r.Model()))
	case status:
		return r.subresource(p.Path, "status", r.Model())
	}
	return r.subresource(p.Path, "scale", ScaleModel)
}

// Paths returns what the server serves for the resource.
func (r *Resource) Paths() []Path {
	var all []Path
	for _, p := range r.Places() {
		all = append(all, r.At(p))
	}
	return all
}

func (r *Resource) path(path string, operations ...Operation) Path {
	p := Path{Path: path, Operations: operations}
	if strings.Contains(path, "{name}") {
		p.Parameters = append(p.Parameters, r.name())
	}
	if r.Namespaced {
		p.Parameters = append(p.Parameters, namespace)
	}
	p.Parameters = append(p.Parameters, r.pretty())
	return p
}

// everywhere is the path that lists the objects of all namespaces. Its only
// operation has all its parameters in common with itself.
func (r *Resource) everywhere(path string) Path {
	list := r.list()
	list.ID = r.operationID("list", r.Kind+"ForAllNamespaces")
	parameters := append(list.Parameters, r.pretty())
	list.Parameters = nil
	slices.SortFunc(parameters, func(a, b Parameter) int { return strings.Compare(a.Name, b.Name) })
	return Path{Path: path, Parameters: parameters, Operations: []Operation{list}}
}

func (r *Resource) subresource(path, name, model string) Path {
	return r.path(path, r.read(name, model), r.replace(name, model), r.patch(name, model))
}
