package schema

import (
	"reflect"
	"testing"
)

// TestEqual lets two schemas differ in one field of their own, or of what they
// hold, at a time.
func TestEqual(t *testing.T) {
	field := func(t *testing.T, name string, a, b any) {
		t.Helper()
		with := func(v any) *Schema {
			s := new(Schema)
			if v == nil {
				return s
			}
			s.OwnRare()
			s.OwnBranches()
			for _, part := range s.parts() {
				if f := part.FieldByName(name); f.IsValid() {
					f.Set(reflect.ValueOf(v))
				}
			}
			return s
		}
		if Equal(with(a), with(b)) || Equal(with(b), with(a)) {
			t.Errorf("%s: %+v equals %+v", name, a, b)
		}
		if !Equal(with(a), with(a)) {
			t.Errorf("%s: %+v differs from itself", name, a)
		}
	}
	covered := map[string]bool{}
	for _, values := range [][]any{
		{"ID", nil, "x"}, {"Schema", nil, "x"}, {"Ref", nil, ptr(""), ptr("x")}, {"Description", nil, "x"}, {"Type", nil, "x"},
		{"Nullable", nil, true}, {"Format", nil, "x"}, {"Title", nil, "x"},
		{"Maximum", nil, ptr(0.0), ptr(1.0)}, {"ExclusiveMaximum", nil, true},
		{"Minimum", nil, ptr(0.0), ptr(1.0)}, {"ExclusiveMinimum", nil, true},
		{"MaxLength", nil, ptr[int64](0), ptr[int64](1)}, {"MinLength", nil, ptr[int64](0), ptr[int64](1)}, {"Pattern", nil, "x"},
		{"MaxItems", nil, ptr[int64](0), ptr[int64](1)}, {"MinItems", nil, ptr[int64](0), ptr[int64](1)}, {"UniqueItems", nil, true},
		{"MultipleOf", nil, ptr(0.0), ptr(1.0)}, {"Enum", nil, []any{"x"}, []any{"y"}, []any{"x", "y"}},
		{"MaxProperties", nil, ptr[int64](0), ptr[int64](1)}, {"MinProperties", nil, ptr[int64](0), ptr[int64](1)},
		{"Required", nil, []string{"x"}, []string{"y"}},
		{"Items", nil, &Items{}, &Items{Schema: text}, &Items{Schemas: []*Schema{text}}},
		{"AllOf", nil, []*Schema{text}, []*Schema{number}}, {"OneOf", nil, []*Schema{text}, []*Schema{number}},
		{"AnyOf", nil, []*Schema{text}, []*Schema{number}}, {"Not", nil, text, number},
		{"Properties", nil, named("x", text), named("y", text), named("x", number), NewProperties([]Property{{"x", text}, {"y", number}}), NewProperties([]Property{{"x", text}, {"y", text}})},
		{"AdditionalProperties", nil, &SchemaOrBool{}, &SchemaOrBool{Allows: true}, &SchemaOrBool{Allows: true, Schema: text}},
		{"PatternProperties", nil, named("x", text), named("x", number)},
		{"Dependencies", nil, []Dependency{{Name: "x"}}, []Dependency{{Name: "y"}}, []Dependency{{Name: "x", Schema: text}}, []Dependency{{Name: "x", Property: []string{"y"}}}},
		{"AdditionalItems", nil, &SchemaOrBool{}, &SchemaOrBool{Allows: true}, &SchemaOrBool{Allows: true, Schema: text}},
		{"Definitions", nil, named("x", text), named("x", number)},
		{"ExternalDocs", nil, &ExternalDocs{}, &ExternalDocs{Description: "x"}, &ExternalDocs{URL: "x"}},
		{"Default", nil, "x", []any{}, map[string]any{}, map[string]any{"x": nil}, 1.0, int64(1), true, []any{"x"}, []any{"y"}, map[string]any{"x": "y"}, map[string]any{"y": "y"}, map[string]any{"x": "z"}, map[string]any{"x": "y", "y": "x"}},
		{"Example", nil, "x", map[string]any{"x": []any{"y"}}, map[string]any{"x": []any{}}},
		{"XPreserveUnknownFields", nil, ptr(true), ptr(false)}, {"XEmbeddedResource", nil, true}, {"XIntOrString", nil, true},
		{"XListMapKeys", nil, []string{"x"}, []string{"y"}}, {"XListType", nil, ptr(""), ptr("x")}, {"XMapType", nil, ptr(""), ptr("x")},
		{
			"XValidations", nil, []ValidationRule{{}}, []ValidationRule{{Rule: "x"}}, []ValidationRule{{Message: "x"}}, []ValidationRule{{MessageExpression: "x"}},
			[]ValidationRule{{Reason: ptr("x")}}, []ValidationRule{{FieldPath: "x"}}, []ValidationRule{{OptionalOldSelf: ptr(true)}}, []ValidationRule{{OptionalOldSelf: ptr(false)}},
		},
	} {
		name := values[0].(string)
		covered[name] = true
		for i, a := range values[1:] {
			for _, b := range values[2+i:] {
				field(t, name, a, b)
			}
		}
	}
	for _, part := range new(Schema).parts() {
		for i := range part.NumField() {
			if f := part.Type().Field(i); f.Tag.Get("json") != "" && !covered[f.Name] {
				t.Errorf("nothing is known of %s", f.Name)
			}
		}
	}
}

// TestEqualForgives has schemas that are written differently and are the same.
func TestEqualForgives(t *testing.T) {
	two := []Property{{"x", text}, {"y", number}}
	for name, pair := range map[string][2]*Schema{
		"nil":                                {nil, nil},
		"the same text twice":                {{Type: "string"}, {Type: "string"}},
		"the order of properties":            {{Properties: NewProperties(two)}, {Properties: NewProperties([]Property{two[1], two[0]})}},
		"the order of dependencies":          {{Rare: &Rare{Dependencies: []Dependency{{Name: "x"}, {Name: "y"}}}}, {Rare: &Rare{Dependencies: []Dependency{{Name: "y"}, {Name: "x"}}}}},
		"a dependency that another replaces": {{Rare: &Rare{Dependencies: []Dependency{{Name: "x", Schema: number}, {Name: "x", Schema: text}}}}, {Rare: &Rare{Dependencies: []Dependency{{Name: "x", Schema: text}}}}},
		"no properties":                      {{Properties: NewProperties(nil)}, {}},
		"an empty list":                      {{Required: []string{}}, {}},
		"an empty list of values":            {{Enum: []any{}}, {}},
		"an empty list inside":               {{Default: map[string]any{"x": []any{}}}, {Default: map[string]any{"x": []any(nil)}}},
		"other pointers to values":           {{AdditionalProperties: &SchemaOrBool{Allows: true, Schema: text}}, {AdditionalProperties: &SchemaOrBool{Allows: true, Schema: &Schema{Type: "string"}}}},
		"other pointers":                     {{MaxLength: ptr[int64](1), Items: &Items{Schema: &Schema{Type: "string"}}}, {MaxLength: ptr[int64](1), Items: &Items{Schema: text}}},
	} {
		if !Equal(pair[0], pair[1]) || !Equal(pair[1], pair[0]) {
			t.Errorf("%s makes a difference", name)
		}
	}
	if Equal(nil, text) || Equal(text, nil) {
		t.Error("no schema equals one")
	}
}

var text, number = &Schema{Type: "string"}, &Schema{Type: "number"}

func named(name string, s *Schema) *Properties { return NewProperties([]Property{{name, s}}) }

func ptr[T any](v T) *T { return &v }
