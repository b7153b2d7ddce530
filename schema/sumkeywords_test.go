package schema_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// TestSumsHeedKeywords: schemas that differ in a keyword have different sums, but for those
// in which few differ that are alike in all else.
func TestSumsHeedKeywords(t *testing.T) {
	sums := schema.NewSums()
	schematest.Heeds(t, func(s *schema.Schema) uint64 { return sums.Of(s) },
		"$ref", "nullable", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "maxItems", "minItems",
		"uniqueItems", "multipleOf", "maxProperties", "minProperties", "dependencies", "externalDocs",
		"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string",
		"x-kubernetes-list-map-keys", "x-kubernetes-list-type", "x-kubernetes-map-type")
	values := []any{nil, "a", "b", true, false, int64(1), int64(2), []any{}, []any{"a"}, []any{"a", "b"}, []any{"b", "a"}, []any{[]any{"a"}, "b"},
		map[string]any{}, map[string]any{"a": "b"}, map[string]any{"a": "a", "b": "b"}, map[string]any{"a": "b", "b": "a"}, map[string]any{"a": nil}}
	for i, v := range values {
		for _, w := range values[:i] {
			if sums.Of(&schema.Schema{Default: v}) == sums.Of(&schema.Schema{Default: w}) {
				t.Errorf("the defaults %v and %v have one sum", v, w)
			}
		}
	}
	properties := func(list ...schema.Property) *schema.Schema {
		return &schema.Schema{Properties: schema.NewProperties(list)}
	}
	text, number := &schema.Schema{Type: "string"}, &schema.Schema{Type: "number"}
	if sums.Of(properties(schema.Property{Name: "a", Schema: text}, schema.Property{Name: "b", Schema: number})) ==
		sums.Of(properties(schema.Property{Name: "a", Schema: number}, schema.Property{Name: "b", Schema: text})) {
		t.Error("properties that change places have one sum")
	}
	if sums.Of(&schema.Schema{Items: &schema.Items{Schema: text}}) == sums.Of(&schema.Schema{Items: &schema.Items{Schema: number}}) {
		t.Error("lists of other items have one sum")
	}
	for _, pair := range [][2]*schema.Schema{
		{{Required: []string{"a"}}, {Required: []string{"b"}}},
		{{Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: "a"}}}}, {Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: "b"}}}}},
		{{Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Message: "a"}}}}, {Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Message: "b"}}}}},
		{{Items: &schema.Items{Schemas: []*schema.Schema{text}}}, {Items: &schema.Items{Schemas: []*schema.Schema{number}}}},
	} {
		if sums.Of(pair[0]) == sums.Of(pair[1]) {
			t.Errorf("%+v and %+v have one sum", pair[0], pair[1])
		}
	}
}
