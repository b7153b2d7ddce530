// Package resource describes what an API server serves for a version of a CustomResourceDefinition: names, paths,
// operations, parameters, and the schema if the server publishes it. OpenAPI v3 and v2 share this description.
//
// It mirrors pkg/controller/openapi/builder of k8s.io/apiextensions-apiserver, which builds a go-restful service for
// every version of a CRD and passes it to the route builders of k8s.io/kube-openapi. The result is a small fixed
// pattern, which this package has as data.
package resource

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	kubeschema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Resource is a version of a CRD.
type Resource struct {
	Group, Version         string
	Kind, ListKind, Plural string
	Namespaced             bool
	// Status and Scale are the subresources.
	Status, Scale bool
	// SelectableFields are the paths of the selectable fields, without their leading dot.
	SelectableFields []string
	// PreserveUnknownFields is the CRD's field, set only in CRDs that were created with apiextensions.k8s.io/v1beta1.
	// OpenAPI v2 then describes no fields.
	PreserveUnknownFields bool
	// Schema is the version's schema; nil if there is none, or if the server does not publish it because it is not
	// structural.
	Schema *schema.Schema
	// embeds reports that the schema has embedded resources.
	embeds bool
	// of is the server's behaviour for OpenAPI, generated the differences of its release.
	of        *behaviour.OpenAPI
	generated *Generated
}

// Of returns the server's behaviour for OpenAPI: that of the newest server unless All made the resource for another.
func (r *Resource) Of() *behaviour.OpenAPI {
	if r.of == nil {
		return newestOf()
	}
	return r.of
}

// Generated returns how the release's description of Kubernetes' own types differs from the newest one.
func (r *Resource) Generated() *Generated {
	if r.generated == nil {
		return newest
	}
	return r.generated
}

// GroupVersion returns the group and version under which the resource is served.
func (r *Resource) GroupVersion() kubeschema.GroupVersion {
	return kubeschema.GroupVersion{Group: r.Group, Version: r.Version}
}

// All returns the served versions of the CRDs as a server stores them, sorted by group, version and plural name. It
// omits versions that are not served, and CRDs whose status says that their names are not accepted.
//
// It fails for a CRD without the names of which paths and schemas are made, for two CRDs with the same name, and for
// two in one group with the same kind or list kind, as a server accepts only one of them.
func All(crds []*crd.CustomResourceDefinition, v kube.Version) ([]Resource, error) {
	server := behaviour.Of(v)
	generated := GeneratedOf(&server.OpenAPI)
	var all []Resource
	together := NewTogether(v)
	for _, c := range crds {
		if err := together.Add(c); err != nil {
			return nil, err
		}
		if !served(c) {
			continue
		}
		spec := &c.Stored(server.Fields).Spec
		for i := range spec.Versions {
			if v := &spec.Versions[i]; v.Served {
				all = append(all, of(spec, v, &server, generated))
			}
		}
	}
	slices.SortFunc(all, func(a, b Resource) int {
		return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(a.Version, b.Version), strings.Compare(a.Plural, b.Plural))
	})
	return all, nil
}

// Documented is All for documents with references between schemas. It also fails for names that cannot be part of a
// reference, which is a URL.
func Documented(crds []*crd.CustomResourceDefinition, v kube.Version) ([]Resource, error) {
	all, err := All(crds, v)
	for i := range all {
		if err := all[i].referable(); err != nil {
			return nil, err
		}
	}
	return all, err
}

func (r *Resource) referable() error {
	for _, name := range [...]string{r.Model(), r.ListModel()} {
		if _, err := spec.NewRef("#/" + name); err != nil {
			return fmt.Errorf("%s.%s: no reference can lead to a schema named %q, so nothing can be published", r.Plural, r.Group, name)
		}
	}
	return nil
}

// Versions returns the versions of one CRD on a server, also those that are not served, in the order of the CRD. The
// error is for a CRD without a group, plural name, kind or version name.
func Versions(c *crd.CustomResourceDefinition, v kube.Version) ([]Resource, error) {
	server := behaviour.Of(v)
	generated := GeneratedOf(&server.OpenAPI)
	spec := &c.Stored(server.Fields).Spec
	if err := complete(spec); err != nil {
		return nil, fmt.Errorf("%s: %w", cmp.Or(c.Metadata.Name, "a CustomResourceDefinition without a name"), err)
	}
	all := make([]Resource, len(spec.Versions))
	for i := range all {
		all[i] = of(spec, &spec.Versions[i], &server, generated)
	}
	return all, nil
}

// served reports whether the server has accepted the names of a CRD; a CRD without conditions counts as accepted.
func served(c *crd.CustomResourceDefinition) bool {
	return len(c.Status.Conditions) == 0 || c.Established()
}

// Together is a set of CRDs that one server can serve.
type Together struct {
	server behaviour.Behaviour
	names  map[string]bool
	kinds  map[string]string
}

// NewTogether returns an empty set for a server.
func NewTogether(v kube.Version) *Together {
	return &Together{behaviour.Of(v), map[string]bool{}, map[string]string{}}
}

// Add adds a CRD. The error says why a server does not serve it together with the others.
func (t *Together) Add(c *crd.CustomResourceDefinition) error {
	if !served(c) {
		return nil
	}
	spec := &c.Stored(t.server.Fields).Spec
	name := spec.Names.Plural + "." + spec.Group
	if err := complete(spec); err != nil {
		return fmt.Errorf("%s: %w", cmp.Or(c.Metadata.Name, "a CustomResourceDefinition without a name"), err)
	}
	if t.names[name] {
		return fmt.Errorf("there are two CustomResourceDefinitions %q; remove one of them", name)
	}
	kinds := [...]string{spec.Names.Kind, listKind(&spec.Names)}
	for i, kind := range kinds {
		other := t.kinds[kind+"."+spec.Group]
		if other == "" && i > 0 && kind == kinds[0] {
			other = name
		}
		if other != "" {
			return fmt.Errorf("%s and %s both define the kind %q; a cluster accepts only one of them", other, name, kind)
		}
	}
	t.names[name] = true
	for _, kind := range kinds {
		t.kinds[kind+"."+spec.Group] = name
	}
	return nil
}

// complete returns an error about the first missing name.
func complete(s *crd.Spec) error {
	for _, n := range [...]struct{ path, value string }{
		{"spec.group", s.Group},
		{"spec.names.plural", s.Names.Plural},
		{"spec.names.kind", s.Names.Kind},
	} {
		if n.value == "" {
			return fmt.Errorf("%s is missing, so nothing can be published", n.path)
		}
	}
	for i := range s.Versions {
		if s.Versions[i].Name == "" {
			return fmt.Errorf("spec.versions[%d].name is missing, so nothing can be published", i)
		}
	}
	return nil
}

// listKind returns the kind of lists, which the server derives from the kind if it is not set.
func listKind(n *crd.Names) string { return cmp.Or(n.ListKind, n.Kind+"List") }

func of(s *crd.Spec, v *crd.Version, server *behaviour.Behaviour, generated *Generated) Resource {
	r := Resource{
		of: &server.OpenAPI, generated: generated,
		Group: s.Group, Version: v.Name,
		Kind: s.Names.Kind, ListKind: listKind(&s.Names), Plural: s.Names.Plural,
		Namespaced:            s.Scope == "Namespaced",
		Status:                v.HasStatus(),
		Scale:                 v.Subresources != nil && v.Subresources.Scale != nil,
		PreserveUnknownFields: s.PreserveUnknownFields,
	}
	if o := v.OpenAPISchema(); o != nil {
		if t := schematree.New(o, nil); publishable(t, server.Checks) {
			r.Schema = o
			r.embeds = t.Any(func(s *schema.Schema) bool { return s.XEmbeddedResource })
		}
	}
	for _, f := range v.SelectableFields {
		r.SelectableFields = append(r.SelectableFields, strings.TrimPrefix(f.JSONPath, "."))
	}
	return r
}

// Publishable reports whether the newest server publishes a schema. It must be structural and have only types of
// OpenAPI v3; any other schema is published as the type object.
func Publishable(s *schema.Schema) bool {
	return publishable(schematree.New(s, nil), behaviour.Of(kube.Latest).Checks)
}

func publishable(t *schematree.Tree, checks behaviour.Checks) bool {
	if t.Any(func(s *schema.Schema) bool { return !knownType(s.Type) }) {
		return false
	}
	return structural.Convertible(t, 0) && structural.Sound(t, checks)
}

// knownType reports whether a type is empty or one of OpenAPI v3.
func knownType(name string) bool {
	switch name {
	case "", "string", "number", "integer", "boolean", "array", "object":
		return true
	}
	return false
}
