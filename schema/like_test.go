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

// TestUnmake takes schemas back, the last ones first, over the bounds of slabs.
func TestUnmake(t *testing.T) {
	var s Slabs
	var all []*Schema
	for range fewSchemas + 3*len(slab{}) {
		one := s.schema()
		one.Type = "object"
		all = append(all, one)
	}
	s.unmake(all[len(all)-2]) // is not the last
	if all[len(all)-2].Type != "object" {
		t.Error("one that is not the last is gone")
	}
	for i := len(all) - 1; i >= fewSchemas; i-- {
		s.unmake(all[i])
		if all[i].Type != "" {
			t.Fatalf("%d is still there", i)
		}
		if i%7 == 0 { // it is made again
			if again := s.schema(); again != all[i] {
				t.Fatalf("%d is another one", i)
			}
			s.unmake(all[i])
		}
	}
	s.unmake(all[0])
	if all[0].Type != "object" || len(s.taken) != 1 {
		t.Errorf("%+v, %d slabs", all[0], len(s.taken))
	}
}
