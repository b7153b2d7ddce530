package jsonschema

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/schema"
)

// A rule is a schema.ValidationRule for JSON.
type rule struct {
	Rule              string  `json:"rule"`
	Message           string  `json:"message,omitempty"`
	MessageExpression string  `json:"messageExpression,omitempty"`
	Reason            *string `json:"reason,omitempty"`
	FieldPath         string  `json:"fieldPath,omitempty"`
	OptionalOldSelf   *bool   `json:"optionalOldSelf,omitempty"`
}

type exporter struct {
	// open accepts unknown fields everywhere.
	open bool
}

// node exports a structural node. preserved says that the server keeps unknown fields of its values because of a
// schema above, as for the items of a list that preserves unknown fields.
func (x *exporter) node(s *schema.Schema, preserved bool) *Schema {
	out := &Schema{Title: s.Title(), Description: s.Description, Default: s.Default}
	preserved = preserved || s.PreservesUnknownFields()
	allOf, anyOf := s.AllOf(), s.AnyOf()
	if s.XIntOrString {
		allOf, anyOf = intOrString(s, out)
	} else if s.Type != "" {
		out.Type = Types{s.Type}
	}
	values(s, out)
	logical(s, out, allOf, anyOf)
	annotations(s, out)
	x.fields(s, out, preserved)
	if item := s.ItemSchema(); item != nil {
		out.Items = x.node(item, preserved && s.Type == "array")
		if item.Nullable || item.Default != nil {
			out.Items.orNull(item)
		}
	}
	return out
}

// intOrString sets the type of x-kubernetes-int-or-string. It returns allOf and anyOf without the branches that
// repeat this type.
func intOrString(s *schema.Schema, out *Schema) (allOf, anyOf []*schema.Schema) {
	out.Type = Types{"integer", "string"}
	allOf, anyOf = s.AllOf(), s.AnyOf()
	switch {
	case structural.IsIntOrString(anyOf):
		anyOf = nil
	case len(allOf) > 0 && structural.IsIntOrString(allOf[0].AnyOf()) && len(allOf[0].AllOf()) == 0:
		allOf = allOf[1:]
	}
	return allOf, anyOf
}

// fields exports the fields of an object.
func (x *exporter) fields(s *schema.Schema, out *Schema, preserved bool) {
	out.Required = required(s)
	for _, p := range s.Properties.All() {
		sub := x.node(p.Schema, false)
		if dropsNull(p.Schema) && slices.Contains(s.Required, p.Name) {
			sub.notNull()
		} else {
			sub.orNull(p.Schema)
		}
		out.set(p.Name, sub)
	}
	if s.XEmbeddedResource {
		embedded(s, out)
	}
	switch a := s.AdditionalProperties; {
	case a != nil && a.Schema != nil:
		values := x.node(a.Schema, false)
		values.orNull(a.Schema)
		out.AdditionalProperties = values
	case a != nil:
		out.AdditionalProperties = a.Allows
	case s.Type == "object" && !preserved && !x.open:
		out.AdditionalProperties = false
	}
}

// required returns the required fields without a default, because the server sets defaults before validation.
func required(s *schema.Schema) []string {
	return slices.DeleteFunc(slices.Clone(s.Required), func(name string) bool {
		p := s.Property(name)
		return p != nil && p.Default != nil
	})
}

// embedded adds the fields that every resource has. The server does not prune metadata by the CRD's schema; both
// that schema and the server's apply.
func embedded(s *schema.Schema, out *Schema) {
	for _, name := range [...]string{"apiVersion", "kind"} {
		if out.Properties[name] == nil {
			out.set(name, &Schema{Type: Types{"string"}})
		}
		out.require(name)
	}
	out.set("metadata", metadata(s.Property("metadata")))
}

// metadata returns the schema of a resource's metadata, which the CRD may restrict.
func metadata(s *schema.Schema) *Schema {
	ref := &Schema{Ref: definitionRef(resource.ObjectMetaModel)}
	if s == nil || s.Properties.Len() == 0 {
		return ref
	}
	own := (&exporter{open: true}).node(s, false)
	return &Schema{AllOf: []*Schema{ref, own}}
}

// annotations sets the keywords that validators skip.
func annotations(s *schema.Schema, out *Schema) {
	if s.Example() != nil {
		out.Examples = []any{s.Example()}
	}
	if d := s.ExternalDocs(); d != nil {
		out.ExternalDocs = &ExternalDocs{Description: d.Description, URL: d.URL}
	}
	if !s.PreservesUnknownFields() && !s.XEmbeddedResource && !s.XIntOrString && s.XListType() == nil && s.XListMapKeys() == nil &&
		s.XMapType() == nil && s.XValidations() == nil {
		return
	}
	out.annotated = new(annotated)
	out.XPreserveUnknownFields = s.PreservesUnknownFields()
	out.XEmbeddedResource = s.XEmbeddedResource
	out.XIntOrString = s.XIntOrString
	out.XListType, out.XListMapKeys = s.ListType(), s.XListMapKeys()
	out.XMapType = s.MapType()
	for _, r := range s.XValidations() {
		out.XValidations = append(out.XValidations, rule(r))
	}
}
