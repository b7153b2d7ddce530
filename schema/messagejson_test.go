package schema

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// inTheirOrder is a struct of a schema's keywords in the order of the server's internal type.
func inTheirOrder(s *Schema) any {
	values := map[string]reflect.Value{}
	for _, part := range s.parts() {
		for i := range part.NumField() {
			values[part.Type().Field(i).Name] = part.Field(i)
		}
	}
	var fields []reflect.StructField
	for _, name := range internalFields {
		fields = append(fields, reflect.StructField{Name: name, Type: values[name].Type()})
	}
	all := reflect.New(reflect.StructOf(fields)).Elem()
	for i, name := range internalFields {
		all.Field(i).Set(values[name])
	}
	return all.Interface()
}

// byPackageJSON is a value of a schema's field as encoding/json writes it, but for the schemas
// that are right below it.
func byPackageJSON(t *testing.T, v any) string {
	t.Helper()
	switch x := v.(type) {
	case *Schema:
		v = inTheirOrder(x)
	case *Items:
		v = struct {
			Schema      *Schema
			JSONSchemas []*Schema
		}{x.Schema, x.Schemas}
	case *Properties:
		m := make(map[string]*Schema, len(x.List))
		for _, p := range x.List {
			m[p.Name] = p.Schema
		}
		v = m
	case Dependencies:
		type dependency struct {
			Schema   *Schema
			Property []string
		}
		m := make(map[string]dependency, len(x))
		for _, d := range x {
			m[d.Name] = dependency{d.Schema, d.Property}
		}
		v = m
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// randomSchema has some keywords, and calls each with all that are in it.
func randomSchema(r *rand.Rand, depth int, each func(any)) *Schema {
	s := &Schema{}
	text := func() string {
		some := []string{"", "a", "é<&>\u2028", `"\`, "\xff", "日本"}
		return some[r.IntN(len(some))]
	}
	number := func() *float64 { f := float64(r.IntN(100)) / 4; return &f }
	integer := func() *int64 { n := r.Int64N(100); return &n }
	word := func() *string { w := text(); return &w }
	yes := func() *bool { b := r.IntN(2) == 0; return &b }
	below := func() *Schema {
		if depth == 0 || r.IntN(8) == 0 {
			return nil
		}
		return randomSchema(r, depth-1, each)
	}
	schemas := func() []*Schema {
		list := make([]*Schema, r.IntN(3))
		for i := range list {
			list[i] = below()
		}
		return list
	}
	properties := func() *Properties {
		var list []Property
		for i := range r.IntN(4) {
			list = append(list, Property{fmt.Sprint(9-i, text()), below()})
		}
		p := NewProperties(list)
		each(p)
		return p
	}
	rare, branches := &Rare{}, &Branches{}
	set := []func(){
		func() { rare.ID, rare.Schema, rare.Ref, s.Description = text(), text(), word(), text() },
		func() { s.Type, s.Nullable, s.Format, rare.Title = text(), true, text(), text() },
		func() { s.Default = map[string]any{"b": text(), "a": []any{nil, 1.5, int64(3), true}} },
		func() { s.Maximum, s.ExclusiveMaximum, s.Minimum, s.ExclusiveMinimum = number(), true, number(), true },
		func() { s.MaxLength, s.MinLength, s.Pattern = integer(), integer(), text() },
		func() { s.MaxItems, s.MinItems, s.UniqueItems, rare.MultipleOf = integer(), integer(), true, number() },
		func() { s.Enum = []any{text(), nil, int64(1)}[:r.IntN(4)] },
		func() { rare.MaxProperties, rare.MinProperties = integer(), integer() },
		func() { s.Required = []string{text(), text()}[:r.IntN(3)] },
		func() { s.Items = &Items{Schema: below(), Schemas: schemas()}; each(s.Items) },
		func() { s.Items = &Items{}; each(s.Items) },
		func() { branches.AllOf, branches.OneOf, branches.AnyOf = schemas(), schemas(), schemas() },
		func() { s.Not = below() },
		func() { s.Properties = properties() },
		func() { s.AdditionalProperties = &SchemaOrBool{true, below()}; rare.AdditionalItems = &SchemaOrBool{} },
		func() { rare.PatternProperties, rare.Definitions = properties(), properties() },
		func() {
			rare.Dependencies = Dependencies{{Name: "b", Schema: below()}, {Name: "a", Property: []string{text()}}}[:r.IntN(3)]
			each(rare.Dependencies)
		},
		func() { rare.ExternalDocs, rare.Example = &ExternalDocs{text(), text()}, text() },
		func() { s.XPreserveUnknownFields, s.XEmbeddedResource, s.XIntOrString = yes(), true, true },
		func() { rare.XListMapKeys, rare.XListType, rare.XMapType = []string{text()}, word(), word() },
		func() {
			rare.XValidations = []ValidationRule{{Rule: text(), Message: text(), Reason: word(), OptionalOldSelf: yes()}, {}}[:r.IntN(3)]
		},
	}
	for range r.IntN(5) {
		set[r.IntN(len(set))]()
	}
	if !reflect.ValueOf(*rare).IsZero() {
		s.Rare = rare
	}
	if !reflect.ValueOf(*branches).IsZero() {
		s.Branches = branches
	}
	each(s)
	return s
}

// TestMessageAsPackageJSON: what is written by hand is what encoding/json makes of the same
// fields, one level after the other.
func TestMessageAsPackageJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for range 500 {
		randomSchema(r, 3, func(v any) {
			tried++
			got, whole := QuotedInMessage(v, 1<<20)
			want := byPackageJSON(t, v)
			if string(got) != want || !whole {
				t.Fatalf("%T: got\n%s\nwant\n%s", v, got, want)
			}
			most := r.IntN(len(want) + 1)
			begin, whole := QuotedInMessage(v, most)
			if whole != (most == len(want)) || !strings.HasPrefix(want, string(begin[:min(len(begin), most)])) || !whole && len(begin) <= most {
				t.Fatalf("%T: the first %d of %d bytes are %d, whole: %t", v, most, len(want), len(begin), whole)
			}
		})
	}
	if tried < 1000 {
		t.Errorf("only %d values were tried", tried)
	}
}
