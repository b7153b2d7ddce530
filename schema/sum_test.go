package schema

import "testing"

// TestSums has schemas that are Equal, and that have to have one sum, and such that differ.
func TestSums(t *testing.T) {
	two := []Property{{"x", text}, {"y", number}}
	all := []*Schema{
		nil, {}, text, number, {Enum: []any{}}, {Enum: []any{"a"}}, {Enum: []any{int64(1)}}, {Enum: []any{1.0}}, {Enum: []any{nil, true}}, {Enum: []any{nil, false}},
		{Properties: NewProperties(nil)}, {Properties: NewProperties(two)}, {Properties: NewProperties([]Property{two[1], two[0]})}, {Properties: NewProperties(two[:1])}, {Properties: named("x", number)},
		{Rare: &Rare{Definitions: NewProperties(two)}}, {Required: []string{}}, {Required: []string{"a", "b"}}, {Required: []string{"ab"}}, {Rare: &Rare{Title: "ab"}}, {Description: "ab"},
		{Default: map[string]any{"x": []any{}}}, {Default: map[string]any{"x": []any(nil)}}, {Default: map[string]any{"x": "y", "y": "x"}}, {Default: map[string]any{"y": "x", "x": "y"}}, {Rare: &Rare{Example: "a"}},
		{Items: &Items{Schema: text}}, {Items: &Items{Schema: &Schema{Type: "string"}}}, {Items: &Items{Schemas: []*Schema{text}}}, {Branches: &Branches{AllOf: []*Schema{text}}}, {Branches: &Branches{AnyOf: []*Schema{text}}}, {Not: text},
		{AdditionalProperties: &SchemaOrBool{Allows: true}}, {AdditionalProperties: &SchemaOrBool{Allows: true, Schema: text}}, {Rare: &Rare{AdditionalItems: &SchemaOrBool{Allows: true, Schema: text}}},
		{Rare: &Rare{XValidations: []ValidationRule{{Rule: "a"}}}}, {Rare: &Rare{XValidations: []ValidationRule{{Rule: "a", Message: "b"}}}},
	}
	sums, differ := NewSums(), 0
	for _, a := range all {
		for _, b := range all {
			same := sums.Of(a) == sums.Of(b)
			if Equal(a, b) && !same {
				t.Errorf("%+v and %+v are equal and have different sums", a, b)
			}
			if !same {
				differ++
			}
		}
	}
	if differ < len(all)*(len(all)-10) {
		t.Errorf("only %d of %d pairs have different sums", differ, len(all)*len(all))
	}
}
