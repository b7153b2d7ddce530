package resource

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// The names of the schemas of metadata.
const (
	ObjectMetaModel = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
	ListMetaModel   = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta"
)

// Native adds the parts to a schema that all resources share: apiVersion, kind, metadata, and the extensions that
// identify the resource.
type Native struct {
	// Reference returns a reference to a schema of the document with a description. OpenAPI v2 has the description
	// beside $ref, v3 around it.
	Reference func(model, description string) spec.Schema
	// OmitFromPreserved skips embedded resources that preserve unknown fields. v2 does so because kubectl would refuse
	// the unknown fields beside known ones.
	OmitFromPreserved bool
}

// AddTo completes the schema of a resource. A nil schema is one that the server does not publish; the result then only
// has the type object.
func (n Native) AddTo(s *spec.Schema, r *Resource) *spec.Schema {
	if s == nil {
		s = &spec.Schema{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{"object"}}}
	} else {
		set(s, "metadata", n.Reference(ObjectMetaModel, metav1.PartialObjectMetadata{}.SwaggerDoc()["metadata"]))
		addTypeMeta(s)
		if r.embeds {
			n.addToEmbedded(s)
		}
	}
	r.addExtensions(s, r.Kind)
	return s
}

// List returns the schema of the resource's lists.
func (n Native) List(r *Resource) *spec.Schema {
	s := &spec.Schema{SchemaProps: spec.SchemaProps{
		Description: r.ListKind + " is a list of " + r.Kind,
		Required:    []string{"items"},
	}}
	if r.Of().ListsAreObjects {
		s.Type = spec.StringOrArray{"object"}
	}
	item := n.Reference(r.Model(), "")
	set(s, "items", spec.Schema{SchemaProps: spec.SchemaProps{
		Type:        spec.StringOrArray{"array"},
		Description: "List of " + r.Plural + ". More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md",
		Items:       &spec.SchemaOrArray{Schema: &item},
	}})
	set(s, "metadata", n.Reference(ListMetaModel, metav1.PartialObjectMetadataList{}.SwaggerDoc()["metadata"]))
	addTypeMeta(s)
	r.addExtensions(s, r.ListKind)
	return s
}

func addTypeMeta(s *spec.Schema) {
	doc := metav1.TypeMeta{}.SwaggerDoc()
	set(s, "apiVersion", text(doc["apiVersion"]))
	set(s, "kind", text(doc["kind"]))
}

// addToEmbedded completes the schemas of embedded resources.
func (n Native) addToEmbedded(s *spec.Schema) {
	for name, p := range s.Properties {
		if n.touches(&p) {
			n.addToEmbedded(&p)
			s.Properties[name] = p
		}
	}
	if s.Items != nil && s.Items.Schema != nil {
		n.addToEmbedded(s.Items.Schema)
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil {
		n.addToEmbedded(s.AdditionalProperties.Schema)
	}
	if n.OmitFromPreserved && has(s, "x-kubernetes-preserve-unknown-fields") || !has(s, "x-kubernetes-embedded-resource") {
		return
	}
	set(s, "apiVersion", text("apiVersion defines the versioned schema of this representation of an object. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources"))
	set(s, "kind", text("kind is a string value representing the type of this object. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds"))
	set(s, "metadata", n.Reference(ObjectMetaModel, metav1.PartialObjectMetadata{}.SwaggerDoc()["metadata"]))
	for _, name := range [...]string{"kind", "apiVersion"} {
		if !slices.Contains(s.Required, name) {
			s.Required = append(slices.Clip(s.Required), name)
		}
	}
}

// touches reports whether addToEmbedded may change a property, which is copied only then.
func (n Native) touches(s *spec.Schema) bool {
	return s.Properties != nil || s.Items != nil || s.AdditionalProperties != nil || has(s, "x-kubernetes-embedded-resource")
}

func has(s *spec.Schema, extension string) bool {
	set, _ := s.Extensions[extension].(bool)
	return set
}

func text(description string) spec.Schema {
	return spec.Schema{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{"string"}, Description: description}}
}

func set(s *spec.Schema, name string, property spec.Schema) {
	if s.Properties == nil {
		s.Properties = make(map[string]spec.Schema)
	}
	s.Properties[name] = property
}

// addExtensions adds the extensions with the kind and the selectable fields.
func (r *Resource) addExtensions(s *spec.Schema, kind string) {
	if s.Extensions == nil {
		s.Extensions = spec.Extensions{}
	}
	s.Extensions["x-kubernetes-group-version-kind"] = []any{
		map[string]any{"group": r.Group, "version": r.Version, "kind": kind},
	}
	if len(r.SelectableFields) > 0 || r.Of().EmptySelectableFields {
		fields := make([]any, len(r.SelectableFields))
		for i, f := range r.SelectableFields {
			fields[i] = map[string]any{"fieldPath": f}
		}
		s.Extensions["x-kubernetes-selectable-fields"] = fields
	}
}
