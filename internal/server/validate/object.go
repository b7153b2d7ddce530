package validate

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/schema"
)

// ObjectSchema converts a schema to the form in which the server checks custom objects, as ConvertJSONSchemaProps of
// pkg/apiserver/validation does. It differs from OpenAPI, which is for defaults: formats that the server does not check
// are removed, int-or-string is the type [integer, string], and junctors keep all their keywords. Extensions are
// removed, since the validator reads none. A nil schema accepts everything.
func ObjectSchema(s *schema.Schema, b behaviour.Behaviour) *spec.Schema {
	if s == nil {
		return &spec.Schema{}
	}
	out := &spec.Schema{SchemaProps: spec.SchemaProps{
		Nullable: s.Nullable, Format: s.Format,
		Maximum: s.Maximum, ExclusiveMaximum: s.ExclusiveMaximum, Minimum: s.Minimum, ExclusiveMinimum: s.ExclusiveMinimum,
		MaxLength: s.MaxLength, MinLength: s.MinLength, Pattern: s.Pattern, MaxItems: s.MaxItems, MinItems: s.MinItems,
		UniqueItems: s.UniqueItems, MultipleOf: s.MultipleOf(), MaxProperties: s.MaxProperties(), MinProperties: s.MinProperties(),
		Required: s.Required, Enum: s.Enum,
		AllOf: objectSchemas(s.AllOf(), b), AnyOf: objectSchemas(s.AnyOf(), b), OneOf: objectSchemas(s.OneOf(), b),
	}}
	typ := s.Type
	if s.Type != "" {
		out.Type = spec.StringOrArray{s.Type}
	}
	if s.XIntOrString {
		out.Type, typ = spec.StringOrArray{"integer", "string"}, ""
	}
	if !b.Formats.ByType {
		out.Type = withoutRange(out.Type)
	}
	if !b.Formats.Known(typ, s.Format) {
		out.Format = ""
	}
	if s.Not != nil {
		out.Not = ObjectSchema(s.Not, b)
	}
	if s.Properties.Len() > 0 {
		out.Properties = make(map[string]spec.Schema, s.Properties.Len())
		for _, p := range s.Properties.All() {
			out.Properties[p.Name] = *ObjectSchema(p.Schema, b)
		}
	}
	if ap := s.AdditionalProperties; ap != nil {
		out.AdditionalProperties = &spec.SchemaOrBool{Allows: ap.Allows}
		if ap.Schema != nil {
			out.AdditionalProperties.Schema = ObjectSchema(ap.Schema, b)
		}
	}
	if items := s.ItemSchema(); items != nil {
		out.Items = &spec.SchemaOrArray{Schema: ObjectSchema(items, b)}
	}
	return out
}

func objectSchemas(list []*schema.Schema, b behaviour.Behaviour) []spec.Schema {
	if len(list) == 0 {
		return nil
	}
	specs := make([]spec.Schema, len(list))
	for i, s := range list {
		specs[i] = *ObjectSchema(s, b)
	}
	return specs
}
