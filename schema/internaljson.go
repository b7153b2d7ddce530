package schema

import (
	"encoding/json"
	"slices"
	"strings"
)

// MarshalJSON prints the schema as the server's messages do where a whole
// schema is the offending value: its internal type has no JSON names, so the
// fields appear under their Go names, every one of them.
func (s *Schema) MarshalJSON() ([]byte, error) {
	if s == nil {
		return []byte("null"), nil
	}
	type fields struct {
		ID                   string
		Schema               string
		Ref                  *string
		Description          string
		Type                 string
		Nullable             bool
		Format               string
		Title                string
		Default              any
		Maximum              *float64
		ExclusiveMaximum     bool
		Minimum              *float64
		ExclusiveMinimum     bool
		MaxLength            *int64
		MinLength            *int64
		Pattern              string
		MaxItems             *int64
		MinItems             *int64
		UniqueItems          bool
		MultipleOf           *float64
		Enum                 []any
		MaxProperties        *int64
		MinProperties        *int64
		Required             []string
		Items                *Items
		AllOf                []*Schema
		OneOf                []*Schema
		AnyOf                []*Schema
		Not                  *Schema
		Properties           *Properties
		AdditionalProperties *SchemaOrBool
		PatternProperties    *Properties
		Dependencies         dependencies
		AdditionalItems      *SchemaOrBool
		Definitions          *Properties
		ExternalDocs         *ExternalDocs
		Example              any

		XPreserveUnknownFields *bool
		XEmbeddedResource      bool
		XIntOrString           bool
		XListMapKeys           []string
		XListType              *string
		XMapType               *string
		XValidations           []ValidationRule
	}
	return json.Marshal(fields{
		s.ID, s.Schema, s.Ref, s.Description, s.Type, s.Nullable, s.Format, s.Title, s.Default,
		s.Maximum, s.ExclusiveMaximum, s.Minimum, s.ExclusiveMinimum, s.MaxLength, s.MinLength,
		s.Pattern, s.MaxItems, s.MinItems, s.UniqueItems, s.MultipleOf, s.Enum, s.MaxProperties,
		s.MinProperties, s.Required, s.Items, s.AllOf, s.OneOf, s.AnyOf, s.Not, s.Properties,
		s.AdditionalProperties, s.PatternProperties, dependencies(s.Dependencies), s.AdditionalItems,
		s.Definitions, s.ExternalDocs, s.Example, s.XPreserveUnknownFields, s.XEmbeddedResource,
		s.XIntOrString, s.XListMapKeys, s.XListType, s.XMapType, s.XValidations,
	})
}

// MarshalJSON prints a list of schemas under the internal type's name.
func (i *Items) MarshalJSON() ([]byte, error) {
	if i == nil {
		return []byte("null"), nil
	}
	return json.Marshal(struct {
		Schema      *Schema
		JSONSchemas []*Schema
	}{i.Schema, i.Schemas})
}

// MarshalJSON prints a map, sorted by name as encoding/json does.
func (p *Properties) MarshalJSON() ([]byte, error) {
	if p == nil {
		return []byte("null"), nil
	}
	m := make(map[string]*Schema, len(p.List))
	for _, e := range p.List {
		m[e.Name] = e.Schema
	}
	return json.Marshal(m)
}

type dependencies []Dependency

func (d dependencies) MarshalJSON() ([]byte, error) {
	if d == nil {
		return []byte("null"), nil
	}
	type value struct {
		Schema   *Schema
		Property []string
	}
	m := make(map[string]value, len(d))
	for _, e := range d {
		m[e.Name] = value{e.Schema, e.Property}
	}
	return json.Marshal(m)
}

// rootFields are the names, in the internal type's order, and whether each is
// set. reflect.DeepEqual with the zero value decides there, so an empty list is
// set.
func (s *Schema) rootFields() []struct {
	name string
	set  bool
} {
	type f = struct {
		name string
		set  bool
	}
	return []f{
		{"ID", s.ID != ""}, {"Schema", s.Schema != ""}, {"Ref", s.Ref != nil},
		{"Description", s.Description != ""}, {"Type", s.Type != ""}, {"Nullable", s.Nullable},
		{"Format", s.Format != ""}, {"Title", s.Title != ""}, {"Default", s.Default != nil},
		{"Maximum", s.Maximum != nil}, {"ExclusiveMaximum", s.ExclusiveMaximum},
		{"Minimum", s.Minimum != nil}, {"ExclusiveMinimum", s.ExclusiveMinimum},
		{"MaxLength", s.MaxLength != nil}, {"MinLength", s.MinLength != nil}, {"Pattern", s.Pattern != ""},
		{"MaxItems", s.MaxItems != nil}, {"MinItems", s.MinItems != nil}, {"UniqueItems", s.UniqueItems},
		{"MultipleOf", s.MultipleOf != nil}, {"Enum", s.Enum != nil},
		{"MaxProperties", s.MaxProperties != nil}, {"MinProperties", s.MinProperties != nil},
		{"Required", s.Required != nil}, {"Items", s.Items != nil}, {"AllOf", s.AllOf != nil},
		{"OneOf", s.OneOf != nil}, {"AnyOf", s.AnyOf != nil}, {"Not", s.Not != nil},
		{"Properties", s.Properties != nil}, {"AdditionalProperties", s.AdditionalProperties != nil},
		{"PatternProperties", s.PatternProperties != nil}, {"Dependencies", s.Dependencies != nil},
		{"AdditionalItems", s.AdditionalItems != nil}, {"Definitions", s.Definitions != nil},
		{"ExternalDocs", s.ExternalDocs != nil}, {"Example", s.Example != nil},
		{"XPreserveUnknownFields", s.XPreserveUnknownFields != nil},
		{"XEmbeddedResource", s.XEmbeddedResource}, {"XIntOrString", s.XIntOrString},
		{"XListMapKeys", s.XListMapKeys != nil}, {"XListType", s.XListType != nil},
		{"XMapType", s.XMapType != nil}, {"XValidations", s.XValidations != nil},
	}
}

// AllowedBesideStatus are the keywords, by the internal type's names, that the
// root of a schema may use when the status subresource is enabled.
var AllowedBesideStatus = []string{
	"Description", "Type", "Format", "Title", "Maximum", "ExclusiveMaximum", "Minimum",
	"ExclusiveMinimum", "MaxLength", "MinLength", "Pattern", "MaxItems", "MinItems", "UniqueItems",
	"MultipleOf", "Required", "Items", "Properties", "ExternalDocs", "Example",
	"XPreserveUnknownFields", "XValidations",
}

// FirstForbiddenBesideStatus returns the keyword, by its name in a file, that
// the server stops at when the status subresource is enabled: the first, in the
// order of its internal type, that is not among AllowedBesideStatus, or a type
// that is not object. It returns "" if all may stand.
func (s *Schema) FirstForbiddenBesideStatus() string {
	for _, f := range s.rootFields() {
		switch {
		case !f.set:
		case f.name == "Type":
			if s.Type != "object" {
				return "type"
			}
		case !slices.Contains(AllowedBesideStatus, f.name):
			return keyword(f.name)
		}
	}
	return ""
}

// keyword turns the internal type's name of a field into the keyword.
func keyword(name string) string {
	switch name {
	case "ID":
		return "id"
	case "Schema":
		return "$schema"
	case "Ref":
		return "$ref"
	case "XEmbeddedResource":
		return "x-kubernetes-embedded-resource"
	case "XIntOrString":
		return "x-kubernetes-int-or-string"
	case "XListMapKeys":
		return "x-kubernetes-list-map-keys"
	case "XListType":
		return "x-kubernetes-list-type"
	case "XMapType":
		return "x-kubernetes-map-type"
	}
	return strings.ToLower(name[:1]) + name[1:]
}
