// Package validate checks values against schemas as kube-apiserver checks custom objects: the values, CEL rules, and
// the metadata of resources.
package validate

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/schema"
)

// OpenAPI returns a structural schema in the form of kube-openapi, which the server's value validator reads. The result
// shares lists and values with the argument; neither must be changed.
//
// It mirrors NewStructural and ToKubeOpenAPI of k8s.io/apiextensions-apiserver pkg/apiserver/schema.
func OpenAPI(s *schema.Schema) *spec.Schema { return conversion{}.schema(s) }

// UnfoldedOpenAPI is OpenAPI with anyOf for int-or-string, for readers that do not know the extension.
func UnfoldedOpenAPI(s *schema.Schema) *spec.Schema { return conversion{unfold: true}.schema(s) }

// ValidationRule is an item of the published x-kubernetes-validations, whose value is a []ValidationRule.
type ValidationRule struct {
	Rule              string  `json:"rule"`
	Message           string  `json:"message,omitempty"`
	MessageExpression string  `json:"messageExpression,omitempty"`
	Reason            *string `json:"reason,omitempty"`
	FieldPath         string  `json:"fieldPath,omitempty"`
	OptionalOldSelf   *bool   `json:"optionalOldSelf,omitempty"`
}

type conversion struct {
	unfold bool
	// inJunctor is set below allOf, anyOf, oneOf and not, where the structural form has no additionalProperties.
	inJunctor bool
}

func (c conversion) schema(s *schema.Schema) *spec.Schema {
	if s == nil {
		return nil
	}
	out := &spec.Schema{}
	c.convert(s, out)
	return out
}

func (c conversion) convert(s *schema.Schema, out *spec.Schema) {
	keywords(s, out)
	extensions(s, out)
	junctor := conversion{inJunctor: true}
	out.AllOf, out.AnyOf, out.OneOf = junctor.list(s.AllOf()), junctor.list(s.AnyOf()), junctor.list(s.OneOf())
	out.Not = junctor.schema(s.Not)
	if item := s.ItemSchema(); item != nil {
		out.Items = &spec.SchemaOrArray{Schema: c.schema(item)}
	}
	if n := s.Properties.Len(); n > 0 {
		out.Properties = make(map[string]spec.Schema, n)
		for _, p := range s.Properties.All() {
			var sub spec.Schema
			c.convert(p.Schema, &sub)
			out.Properties[p.Name] = sub
		}
	}
	if a := s.AdditionalProperties; a != nil && !c.inJunctor {
		out.AdditionalProperties = &spec.SchemaOrBool{Allows: a.Allows || a.Schema != nil, Schema: c.schema(a.Schema)}
	}
	if s.XIntOrString && c.unfold {
		unfoldIntOrString(s, out)
	}
}

func (c conversion) list(all []*schema.Schema) []spec.Schema {
	if len(all) == 0 {
		return nil
	}
	out := make([]spec.Schema, len(all))
	for i, s := range all {
		c.convert(s, &out[i])
	}
	return out
}

// keywords converts the keywords of a schema without subschemas and extensions.
func keywords(s *schema.Schema, out *spec.Schema) {
	out.SchemaProps = spec.SchemaProps{
		Description: s.Description, Title: s.Title(), Nullable: s.Nullable, Default: s.Default, Format: s.Format,
		Maximum: s.Maximum, ExclusiveMaximum: s.ExclusiveMaximum, Minimum: s.Minimum, ExclusiveMinimum: s.ExclusiveMinimum,
		MaxLength: s.MaxLength, MinLength: s.MinLength, Pattern: s.Pattern, MaxItems: s.MaxItems, MinItems: s.MinItems,
		UniqueItems: s.UniqueItems, MultipleOf: s.MultipleOf(), MaxProperties: s.MaxProperties(), MinProperties: s.MinProperties(),
		Required: s.Required, Enum: s.Enum,
	}
	if s.Type != "" {
		out.Type = spec.StringOrArray{s.Type}
	}
	if d := s.ExternalDocs(); d != nil {
		out.ExternalDocs = &spec.ExternalDocumentation{Description: d.Description, URL: d.URL}
	}
	out.Example = s.Example()
}

func extensions(s *schema.Schema, out *spec.Schema) {
	if s.PreservesUnknownFields() {
		out.AddExtension("x-kubernetes-preserve-unknown-fields", true)
	}
	if s.XEmbeddedResource {
		out.AddExtension("x-kubernetes-embedded-resource", true)
	}
	if s.XIntOrString {
		out.AddExtension("x-kubernetes-int-or-string", true)
	}
	if len(s.XListMapKeys()) > 0 {
		out.AddExtension("x-kubernetes-list-map-keys", s.XListMapKeys())
	}
	if s.XListType() != nil {
		out.AddExtension("x-kubernetes-list-type", *s.XListType())
	}
	if s.XMapType() != nil {
		out.AddExtension("x-kubernetes-map-type", *s.XMapType())
	}
	if len(s.XValidations()) > 0 {
		rules := make([]ValidationRule, len(s.XValidations()))
		for i, r := range s.XValidations() {
			rules[i] = ValidationRule(r)
		}
		out.AddExtension("x-kubernetes-validations", rules)
	}
}

func unfoldIntOrString(s *schema.Schema, out *spec.Schema) {
	either := []spec.Schema{
		{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{"integer"}}},
		{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{"string"}}},
	}
	switch {
	case structural.IsIntOrString(s.AnyOf()), len(s.AllOf()) > 0 && structural.IsIntOrString(s.AllOf()[0].AnyOf()):
	case len(s.AnyOf()) == 0:
		out.AnyOf = either
	default:
		out.AllOf = append([]spec.Schema{{SchemaProps: spec.SchemaProps{AnyOf: either}}}, out.AllOf...)
	}
}
