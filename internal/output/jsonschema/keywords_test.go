package jsonschema

import (
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// Every keyword is exported, but for those that a structural schema does not have.
func TestEveryKeywordIsExported(t *testing.T) {
	unsupported := []string{"id", "$schema", "$ref", "definitions", "patternProperties", "dependencies", "additionalItems"}
	schematest.Heeds(t, func(s *schema.Schema) *Schema {
		return (&exporter{}).fieldOf(complete(s))
	}, unsupported...)
	inside := func(s *schema.Schema) *Schema { return nested(complete(s), nil) }
	schematest.Heeds(t, inside, append(unsupported, "title", "description", "externalDocs", "example", "default", "nullable",
		"additionalProperties", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string",
		"x-kubernetes-list-map-keys", "x-kubernetes-map-type", "x-kubernetes-validations")...)
}

// complete adds what other keywords are about: a type that may be null, and bounds
// that may be exclusive.
func complete(s *schema.Schema) *schema.Schema {
	most, least := 9.0, 0.0
	if s.Type == "" {
		s.Type = "string"
	}
	if set := "set"; s.XListType() != nil {
		s.OwnRare().XListType = &set // another has no effect in a junctor
	}
	if s.Maximum == nil {
		s.Maximum = &most
	}
	if s.Minimum == nil {
		s.Minimum = &least
	}
	return s
}

// fieldOf exports a schema as that of a field; in one that may be left out, null
// is as good as nothing.
func (x *exporter) fieldOf(s *schema.Schema) *Schema {
	field := []schema.Property{{Name: "a", Schema: s}}
	object := x.node(&schema.Schema{Type: "object", Required: []string{"a"}, Properties: schema.NewProperties(field)}, false)
	return object.Properties["a"]
}
