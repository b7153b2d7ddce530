package schema

import "testing"

// What Equal passes over, same does not.
func TestSameIsExact(t *testing.T) {
	other := &Schema{Type: "string"}
	for name, pair := range map[string][2]Schema{
		"an empty list":             {{Required: []string{}}, {}},
		"an empty list of schemas":  {{Branches: &Branches{AllOf: []*Schema{}}}, {}},
		"empty properties":          {{Properties: &Properties{}}, {}},
		"empty items":               {{Items: &Items{}}, {}},
		"the order of properties":   {{Properties: NewProperties([]Property{{"a", text}, {"b", text}})}, {Properties: NewProperties([]Property{{"b", text}, {"a", text}})}},
		"other schemas":             {{Not: text}, {Not: other}},
		"other items":               {{Items: &Items{Schema: text}}, {Items: &Items{Schema: other}}},
		"other properties":          {{Properties: named("x", text)}, {Properties: named("x", other)}},
		"other branches":            {{Branches: &Branches{AnyOf: []*Schema{text}}}, {Branches: &Branches{AnyOf: []*Schema{other}}}},
		"other additional":          {{AdditionalProperties: &SchemaOrBool{Schema: text}}, {AdditionalProperties: &SchemaOrBool{Schema: other}}},
		"dependencies of the same":  {{Rare: &Rare{Dependencies: Dependencies{}}}, {Rare: &Rare{Dependencies: Dependencies{}}}},
		"an empty list of rules":    {{Rare: &Rare{XValidations: []ValidationRule{}}}, {}},
		"an empty list in an enum":  {{Enum: []any{[]any{}}}, {Enum: []any{nil}}},
		"an empty list as defaults": {{Default: []any{}}, {}},
	} {
		if same(&pair[0], &pair[1]) || same(&pair[1], &pair[0]) {
			t.Errorf("%s makes no difference", name)
		}
	}
}
