package resource

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/schema"
	"github.com/crdtool/crdtool/structural"
)

// ValidationRule is an item of x-kubernetes-validations as it is published: the
// extension holds a []ValidationRule.
type ValidationRule struct {
	Rule              string  `json:"rule"`
	Message           string  `json:"message,omitempty"`
	MessageExpression string  `json:"messageExpression,omitempty"`
	Reason            *string `json:"reason,omitempty"`
	FieldPath         string  `json:"fieldPath,omitempty"`
	OptionalOldSelf   *bool   `json:"optionalOldSelf,omitempty"`
}

// Published returns the schema of a resource in the form of kube-openapi, or nil if it
// has none. See Convert.
func (r *Resource) Published() *spec.Schema {
	if r.Schema == nil {
		return nil
	}
	s := Convert(r.Schema)
	if !r.Of().DocsAndExamples {
		dropDocs(s)
	}
	return s
}

// dropDocs removes externalDocs and examples, of which old servers know nothing.
func dropDocs(s *spec.Schema) {
	s.ExternalDocs, s.Example = nil, nil
	for name, p := range s.Properties {
		dropDocs(&p)
		s.Properties[name] = p
	}
	if s.Items != nil {
		dropDocs(s.Items.Schema)
	}
	for _, list := range [...][]spec.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for i := range list {
			dropDocs(&list[i])
		}
	}
	if s.Not != nil {
		dropDocs(s.Not)
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil {
		dropDocs(s.AdditionalProperties.Schema)
	}
}

// Convert returns a publishable schema in the form of kube-openapi, with
// int-or-string spelled out. What the server adds to every resource is not in
// it yet. It shares lists and values with its argument; neither is to be
// changed in place.
//
// It mirrors NewStructural, Unfold and ToKubeOpenAPI of
// k8s.io/apiextensions-apiserver pkg/apiserver/schema.
func Convert(s *schema.Schema) *spec.Schema {
	out := &spec.Schema{}
	convert(s, out)
	return out
}

func convert(s *schema.Schema, out *spec.Schema) {
	generic(s, out)
	values(s, out)
	extensions(s, out)
	if item := s.ItemSchema(); item != nil {
		out.Items = &spec.SchemaOrArray{Schema: Convert(item)}
	}
	if n := s.Properties.Len(); n > 0 {
		out.Properties = make(map[string]spec.Schema, n)
		for _, p := range s.Properties.All() {
			var sub spec.Schema
			convert(p.Schema, &sub)
			out.Properties[p.Name] = sub
		}
	}
	if a := s.AdditionalProperties; a != nil {
		out.AdditionalProperties = &spec.SchemaOrBool{Allows: a.Allows}
		if a.Schema != nil {
			out.AdditionalProperties = &spec.SchemaOrBool{Allows: true, Schema: Convert(a.Schema)}
		}
	}
	if s.XIntOrString {
		unfold(s, out)
	}
}

// unfold spells x-kubernetes-int-or-string out for readers that don't know it.
func unfold(s *schema.Schema, out *spec.Schema) {
	switch {
	case structural.IsIntOrString(s.AnyOf()), len(s.AllOf()) > 0 && structural.IsIntOrString(s.AllOf()[0].AnyOf()):
	case len(s.AnyOf()) == 0:
		out.AnyOf = intOrString()
	default:
		out.AllOf = append([]spec.Schema{{SchemaProps: spec.SchemaProps{AnyOf: intOrString()}}}, out.AllOf...)
	}
}

func intOrString() []spec.Schema {
	return []spec.Schema{
		{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{"integer"}}},
		{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{"string"}}},
	}
}

// nested converts a schema inside a junctor, of which the server forgets
// additionalProperties.
func nested(s *schema.Schema, out *spec.Schema) {
	generic(s, out)
	values(s, out)
	extensions(s, out)
	if item := s.ItemSchema(); item != nil {
		sub := &spec.Schema{}
		nested(item, sub)
		out.Items = &spec.SchemaOrArray{Schema: sub}
	}
	if n := s.Properties.Len(); n > 0 {
		out.Properties = make(map[string]spec.Schema, n)
		for _, p := range s.Properties.All() {
			var sub spec.Schema
			nested(p.Schema, &sub)
			out.Properties[p.Name] = sub
		}
	}
}

func allNested(list []*schema.Schema) []spec.Schema {
	if len(list) == 0 {
		return nil
	}
	out := make([]spec.Schema, len(list))
	for i, s := range list {
		nested(s, &out[i])
	}
	return out
}

func generic(s *schema.Schema, out *spec.Schema) {
	if s.Type != "" {
		out.Type = spec.StringOrArray{s.Type}
	}
	out.Nullable = s.Nullable
	out.Description = s.Description
	out.Title = s.Title()
	out.Default = s.Default
	if d := s.ExternalDocs(); d != nil {
		out.ExternalDocs = &spec.ExternalDocumentation{Description: d.Description, URL: d.URL}
	}
	out.Example = s.Example()
}

func values(s *schema.Schema, out *spec.Schema) {
	out.Format = s.Format
	out.Maximum, out.ExclusiveMaximum = s.Maximum, s.ExclusiveMaximum
	out.Minimum, out.ExclusiveMinimum = s.Minimum, s.ExclusiveMinimum
	out.MaxLength, out.MinLength = s.MaxLength, s.MinLength
	out.Pattern = s.Pattern
	out.MaxItems, out.MinItems, out.UniqueItems = s.MaxItems, s.MinItems, s.UniqueItems
	out.MultipleOf = s.MultipleOf()
	out.Enum = s.Enum
	out.MaxProperties, out.MinProperties = s.MaxProperties(), s.MinProperties()
	out.Required = s.Required
	out.AllOf, out.AnyOf, out.OneOf = allNested(s.AllOf()), allNested(s.AnyOf()), allNested(s.OneOf())
	if s.Not != nil {
		out.Not = &spec.Schema{}
		nested(s.Not, out.Not)
	}
}

func extensions(s *schema.Schema, out *spec.Schema) {
	set := func(name string, value any) {
		if out.Extensions == nil {
			out.Extensions = spec.Extensions{}
		}
		out.Extensions[name] = value
	}
	if s.PreservesUnknownFields() {
		set("x-kubernetes-preserve-unknown-fields", true)
	}
	if s.XEmbeddedResource {
		set("x-kubernetes-embedded-resource", true)
	}
	if s.XIntOrString {
		set("x-kubernetes-int-or-string", true)
	}
	if len(s.XListMapKeys()) > 0 {
		set("x-kubernetes-list-map-keys", s.XListMapKeys())
	}
	if s.XListType() != nil {
		set("x-kubernetes-list-type", *s.XListType())
	}
	if s.XMapType() != nil {
		set("x-kubernetes-map-type", *s.XMapType())
	}
	if len(s.XValidations()) > 0 {
		rules := make([]ValidationRule, len(s.XValidations()))
		for i, r := range s.XValidations() {
			rules[i] = ValidationRule(r)
		}
		set("x-kubernetes-validations", rules)
	}
}
