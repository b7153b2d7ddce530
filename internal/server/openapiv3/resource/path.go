package resource

import (
	"slices"
	"strings"
)

// Path is a path with its operations.
type Path struct {
	Path string
	// Parameters are the parameters that all operations of the path share, sorted by name.
	Parameters []Parameter
	Operations []Operation
}

// Root returns the common prefix of the resource's paths.
func (r *Resource) Root() string { return "/apis/" + r.Group + "/" + r.Version + "/" }

// Paths returns the paths that the server serves for the resource.
func (r *Resource) Paths() []Path {
	root := r.Root()
	all := make([]Path, 0, 5)
	if r.Namespaced {
		all = append(all, r.allNamespaces(root+r.Plural))
		root += "namespaces/{namespace}/"
	}
	root += r.Plural
	all = append(all,
		r.path(root, r.list(), r.create(), r.deleteCollection()),
		r.path(root+"/{name}", r.read("", r.Model()), r.replace("", r.Model()), r.delete(), r.patch("", r.Model())))
	if r.Status {
		all = append(all, r.subresource(root+"/{name}/status", "status", r.Model()))
	}
	if r.Scale {
		all = append(all, r.subresource(root+"/{name}/scale", "scale", ScaleModel))
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

// allNamespaces returns the path that lists the objects of all namespaces. It has one operation, so that all parameters
// belong to the path.
func (r *Resource) allNamespaces(path string) Path {
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
