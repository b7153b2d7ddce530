// Package jsonschema writes the schemas of CustomResourceDefinitions as JSON Schema, one for each kind and
// version and one for all, for editors (yaml-language-server), kubeconform and other validators of manifests.
//
// A schema accepts what kube-apiserver accepts, as far as JSON Schema can express it. This includes what the
// server does to an object before validation: it prunes unknown fields, drops nulls and applies defaults. CEL
// rules and lists of type map are annotations only. Begin with Export.
package jsonschema

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Options select what the schemas accept.
type Options struct {
	// Version is the version of Kubernetes; the zero Version means kube.Latest.
	Version kube.Version

	meta map[string]*Schema // the schemas of metadata, which all documents share

	// AdditionalProperties accepts unknown fields, which a server prunes. Without it the schemas refuse them, as a
	// server does with fieldValidation=Strict, kubectl's default.
	AdditionalProperties bool
}

// A Document is the schema of a kind in one version.
type Document struct {
	Group, Version, Kind string
	Schema               *Schema
}

// MarshalJSON writes the schema; the same bytes for the same CRD, with the
// keywords in the order of the fields of Schema.
func (d *Document) MarshalJSON() ([]byte, error) {
	return marshal(d.Schema)
}

// Export returns the schemas of all served versions of the CRDs, sorted by
// group, version and plural name. A schema that is not structural, which servers do not publish, accepts any object
// of its kind. The schemas share lists and values with the CRDs. Export fails as openapiv3.Build does.
func Export(crds []*crd.CustomResourceDefinition, o Options) ([]Document, error) {
	if o.Version == (kube.Version{}) {
		o.Version = kube.Latest
	}
	resources, err := resource.All(crds, o.Version)
	if err != nil {
		return nil, err
	}
	docs := make([]Document, len(resources))
	o.meta = metaDefinitions(o.Version, o.AdditionalProperties)
	for i := range resources {
		r := &resources[i]
		docs[i] = Document{r.Group, r.Version, r.Kind, o.root(r)}
	}
	return docs, nil
}

// root returns the schema of a resource.
func (o Options) root(r *resource.Resource) *Schema {
	out := &Schema{Type: Types{"object"}}
	if r.Schema != nil {
		x := exporter{open: o.AdditionalProperties || r.PreserveUnknownFields}
		out = x.node(r.Schema, false)
	}
	out.Dialect = Draft07
	out.identify(r.GroupVersion().String(), r.Kind)
	var own *schema.Schema
	if r.Schema != nil {
		own = r.Schema.Property("metadata")
	}
	out.set("metadata", metadata(own))
	out.Definitions = o.meta
	out.ofResource = &ofResource{XGroupVersionKind: []gvk{{r.Group, r.Version, r.Kind}}}
	for _, f := range r.SelectableFields {
		out.XSelectableFields = append(out.XSelectableFields, field{f})
	}
	return out
}

// identify requires an apiVersion and a kind, as the server does.
func (s *Schema) identify(apiVersion, kind string) {
	for _, f := range [...]struct{ name, value string }{
		{"apiVersion", apiVersion},
		{"kind", kind},
	} {
		p := s.Properties[f.name]
		if p == nil {
			p = &Schema{}
			s.set(f.name, p)
		}
		p.Type, p.Enum = Types{"string"}, []any{f.value}
		s.require(f.name)
	}
}

func (s *Schema) set(name string, property *Schema) {
	if s.Properties == nil {
		s.Properties = map[string]*Schema{}
	}
	s.Properties[name] = property
}

// require adds a required field. It does not change a shared list.
func (s *Schema) require(name string) {
	for _, r := range s.Required {
		if r == name {
			return
		}
	}
	s.Required = append(s.Required[:len(s.Required):len(s.Required)], name)
}
