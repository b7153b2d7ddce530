// Package validate checks values against schemas as kube-apiserver checks
// custom objects: the values themselves, and the metadata of the resources
// embedded in them.
package validate

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/schema"
)

// OpenAPI turns a structural schema into the form that the server's value
// validator reads. Formats are left as they are written.
func OpenAPI(s *schema.Schema) *spec.Schema {
	if s == nil {
		return nil
	}
	out := children(s, OpenAPI)
	if ap := s.AdditionalProperties; ap != nil {
		out.AdditionalProperties = &spec.SchemaOrBool{Allows: ap.Allows, Schema: OpenAPI(ap.Schema)}
	}
	return out
}

// nested turns over a schema inside a junctor, which loses its
// additionalProperties: the structural form has no place for them.
func nested(s *schema.Schema) *spec.Schema { return children(s, nested) }

// children turns over one node; below items and properties it goes on with
// below, inside junctors with nested.
func children(s *schema.Schema, below func(*schema.Schema) *spec.Schema) *spec.Schema {
	out := keywords(s)
	if items := s.ItemSchema(); items != nil {
		out.Items = &spec.SchemaOrArray{Schema: below(items)}
	}
	if s.Properties.Len() > 0 {
		out.Properties = make(map[string]spec.Schema, s.Properties.Len())
		for _, p := range s.Properties.All() {
			out.Properties[p.Name] = *below(p.Schema)
		}
	}
	out.AllOf, out.AnyOf, out.OneOf = branches(s.AllOf()), branches(s.AnyOf()), branches(s.OneOf())
	if s.Not != nil {
		out.Not = nested(s.Not)
	}
	return out
}

func branches(list []*schema.Schema) []spec.Schema {
	if len(list) == 0 {
		return nil
	}
	specs := make([]spec.Schema, len(list))
	for i, b := range list {
		specs[i] = *nested(b)
	}
	return specs
}

// keywords turns over what a node says by itself.
func keywords(s *schema.Schema) *spec.Schema {
	out := &spec.Schema{SchemaProps: spec.SchemaProps{
		Description: s.Description, Title: s.Title(), Nullable: s.Nullable, Default: s.Default, Format: s.Format,
		Maximum: s.Maximum, ExclusiveMaximum: s.ExclusiveMaximum, Minimum: s.Minimum, ExclusiveMinimum: s.ExclusiveMinimum,
		MaxLength: s.MaxLength, MinLength: s.MinLength, Pattern: s.Pattern, MaxItems: s.MaxItems, MinItems: s.MinItems,
		UniqueItems: s.UniqueItems, MultipleOf: s.MultipleOf(), MaxProperties: s.MaxProperties(), MinProperties: s.MinProperties(),
		Required: s.Required, Enum: s.Enum,
	}}
	if s.Type != "" {
		out.Type = spec.StringOrArray{s.Type}
	}
	if s.XPreserveUnknownFields != nil {
		out.AddExtension("x-kubernetes-preserve-unknown-fields", *s.XPreserveUnknownFields)
	}
	if s.XEmbeddedResource {
		out.AddExtension("x-kubernetes-embedded-resource", true)
	}
	if s.XIntOrString {
		out.AddExtension("x-kubernetes-int-or-string", true)
	}
	return out
}
