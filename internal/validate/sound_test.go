package validate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/internal/schematest"
	"github.com/crdtool/crdtool/internal/steer"
	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestSoundIsAccepted: what is sound without the validator has no error with it, on
// random schemas and values, as those of objects and as defaults, for a server that tells formats by type and one that
// does not; and most of what the validator takes is sound.
func TestSoundIsAccepted(t *testing.T) {
	var sound, accepted int
	r := rand.New(rand.NewPCG(3, 4))
	tries := sweep.Times(4_000, 20_000)
	for i := range tries {
		isSound, takes := holdSound(t, r, i%2 == 0)
		if takes {
			accepted++
		}
		if isSound {
			sound++
		}
	}
	t.Logf("%d accepted, %d sound", accepted, sound)
	if accepted < tries/9 || sound < accepted*7/10 {
		t.Errorf("%d of %d are accepted, and %d sound", accepted, tries, sound)
	}
}

// TestSoundNumbers: the same of all types and formats of numbers, for numbers that depend on
// them and for what is no number.
func TestSoundNumbers(t *testing.T) {
	for _, minor := range []int{25, kube.Latest.Minor} {
		by := kube.Version{Minor: minor}.Behaviour()
		for _, typ := range []string{"", "number", "integer", "either"} {
			for _, format := range []string{"", "int32", "int64", "float", "double"} {
				for _, v := range []any{int64(1), int64(-1), int64(1 << 40), int64(1 << 62), 1.5, 1e300, "a", "1", true, []any{}, map[string]any{}} {
					s := &schema.Schema{Type: typ, Format: format}
					if typ == "either" {
						s.Type, s.XIntOrString = "", true
					}
					if Sound(s, v, &by) && !Accepts(v, ObjectSchema(s, by)) {
						t.Errorf("1.%d: %v is not accepted by type %q and format %q", minor, v, typ, format)
					}
					if SoundDefault(s, v) && !Accepts(v, DefaultSchema(s, &by.Formats)) {
						t.Errorf("1.%d: %v is not accepted as a default by type %q and format %q", minor, v, typ, format)
					}
				}
			}
		}
	}
}

// TestSoundDefaultOfLess: what defaults are asked less of than objects are, a schema that must
// not hold, or one of several alone, may hold.
func TestSoundDefaultOfLess(t *testing.T) {
	by := kube.Latest.Behaviour()
	either := &schema.Schema{Items: &schema.Items{Schema: &schema.Schema{XIntOrString: true}}}
	v := []any{nil}
	for name, s := range map[string]*schema.Schema{"not": {Not: either}, "oneOf": {Branches: &schema.Branches{OneOf: []*schema.Schema{{}, either}}}} {
		if SoundDefault(s, v) || Accepts(v, DefaultSchema(s, &by.Formats)) || !Sound(s, v, &by) {
			t.Errorf("%s: sound as a default: %t, accepted: %t, sound: %t", name, SoundDefault(s, v), Accepts(v, DefaultSchema(s, &by.Formats)), Sound(s, v, &by))
		}
	}
}

// A schema that is not there refuses nothing.
func TestNothingRefuses(t *testing.T) {
	if (sounding{}).refuses(nil, "a") {
		t.Error("no schema refuses a value")
	}
}

// TestRefusesOtherTypes: a value of another type is refused, and one of its own is not.
func TestRefusesOtherTypes(t *testing.T) {
	for typ, v := range map[string]any{"string": "a", "boolean": true, "integer": int64(1), "number": 1.5, "array": []any{}, "object": map[string]any{}} {
		for _, of := range []string{"string", "boolean", "integer", "number", "array", "object"} {
			want := of != typ && !(isNumber(of) && isNumber(typ))
			if got := (sounding{}).refuses(&schema.Schema{Type: of}, v); got != want {
				t.Errorf("the type %s refuses %v: %t", of, v, got)
			}
		}
	}
}

func isNumber(typ string) bool { return typ == "integer" || typ == "number" }

func TestSeedsSound(t *testing.T) {
	steer.Seeds(t, 100, func(t *testing.T, seed uint64) {
		holdSound(t, rand.New(rand.NewPCG(seed, 1)), seed%2 == 0)
	})
}

// holdSound reports whether a random value is sound, and whether the validator takes it.
func holdSound(t *testing.T, r *rand.Rand, old bool) (sound, takes bool) {
	t.Helper()
	by := kube.Latest.Behaviour()
	if old {
		by = kube.Version{Minor: 25}.Behaviour()
	}
	s, v := soundSchema(r, 3), soundValue(r, 3)
	takes = Accepts(v, ObjectSchema(s, by))
	if SoundDefault(s, v) && !Accepts(v, DefaultSchema(s, &by.Formats)) {
		t.Fatalf("%#v is not accepted as a default by %s", v, fmt.Sprint(Value("", nil, v, DefaultSchema(s, &by.Formats))))
	}
	sound = Sound(s, v, &by)
	if sound && !takes {
		t.Fatalf("%#v is not accepted by %s", v, fmt.Sprint(Value("", nil, v, ObjectSchema(s, by))))
	}
	if takes && (sounding{&by, false}).refuses(s, v) {
		t.Fatalf("%#v is accepted by %#v, which refuses it", v, s)
	}
	return sound, takes
}

// TestSoundHeedsKeywords: what makes some value wrong is not passed over.
func TestSoundHeedsKeywords(t *testing.T) {
	by := kube.Latest.Behaviour()
	values := []any{nil, "", "a", "long enough", int64(0), int64(1 << 40), 1.5, true, []any{}, []any{"a", "b", "a", "b", "a", "b"}, map[string]any{}, map[string]any{"a": "x"},
		map[string]any{"a": []any{}, "b": int64(1), "c": map[string]any{"a": true}}}
	schematest.Heeds(t, func(s *schema.Schema) string {
		said := ""
		for _, typ := range []string{s.Type, "string", "integer", "number", "array", "object"} {
			if s.Type = typ; s.Maximum == nil && s.ExclusiveMaximum {
				s.Maximum = new(float64)
			}
			if s.Minimum == nil && s.ExclusiveMinimum {
				s.Minimum = new(float64)
			}
			for _, v := range values {
				said += fmt.Sprint(Sound(s, v, &by), " ")
			}
		}
		return said
	},
		"id", "$schema", "$ref", "description", "title", "default", "example", "externalDocs", "definitions", "dependencies",
		"patternProperties", "additionalItems", // that no structural schema has
		"x-kubernetes-validations", "x-kubernetes-list-map-keys", "x-kubernetes-list-type", "x-kubernetes-map-type",
		"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", // that the validator does not read
	)
}

func soundSchema(r *rand.Rand, depth int) *schema.Schema {
	s := &schema.Schema{}
	odds := func(n int) bool { return r.IntN(n) == 0 }
	types := []string{"string", "string", "integer", "number", "boolean", "array", "object", "object", ""}
	s.Type = types[r.IntN(len(types))]
	s.Nullable = odds(4)
	if odds(8) {
		s.XIntOrString, s.Type = true, ""
	}
	if odds(5) {
		formats := []string{"int32", "int64", "float", "double", "date", "date-time", "uuid", "byte", "k8s-short-name", "nonsense"}
		s.Format = formats[r.IntN(len(formats))]
	}
	number := func() *float64 {
		all := []float64{-1, 0, 1, 2, 2.5, 1 << 31, 1 << 53, 1e19, -1e19, 1e300}
		return &all[r.IntN(len(all))]
	}
	count := func() *int64 { n := int64(r.IntN(4)) - 1; return &n }
	if odds(6) {
		s.Maximum, s.ExclusiveMaximum = number(), odds(3)
	}
	if odds(6) {
		s.Minimum, s.ExclusiveMinimum = number(), odds(3)
	}
	if odds(8) {
		s.OwnRare().MultipleOf = number()
	}
	rare := s.OwnRare()
	for _, to := range []**int64{&s.MaxLength, &s.MinLength, &s.MaxItems, &s.MinItems, &rare.MaxProperties, &rare.MinProperties} {
		if odds(9) {
			*to = count()
		}
	}
	if odds(7) {
		patterns := []string{"^a", "b$", "(", "^.{2}$"}
		s.Pattern = patterns[r.IntN(len(patterns))]
	}
	s.UniqueItems = odds(12)
	if odds(8) {
		for range 1 + r.IntN(4) {
			s.Enum = append(s.Enum, soundValue(r, 1))
		}
	}
	if odds(8) {
		s.Required = []string{"a"}
	}
	if depth == 0 {
		return s
	}
	if odds(2) {
		s.Items = &schema.Items{Schema: soundSchema(r, depth-1)}
	}
	if odds(2) {
		s.Properties = schema.NewProperties([]schema.Property{{Name: "a", Schema: soundSchema(r, depth-1)}, {Name: "b", Schema: soundSchema(r, depth-1)}})
	}
	if odds(4) {
		s.AdditionalProperties = &schema.SchemaOrBool{Allows: !odds(4)}
		if odds(2) {
			s.AdditionalProperties.Schema = soundSchema(r, depth-1)
		}
	}
	branches := s.OwnBranches()
	for _, to := range []*[]*schema.Schema{&branches.AllOf, &branches.AnyOf, &branches.OneOf} {
		for odds(7) {
			*to = append(*to, soundSchema(r, depth-1))
		}
	}
	if odds(9) {
		s.Not = soundSchema(r, depth-1)
	}
	return s
}

func soundValue(r *rand.Rand, depth int) any {
	leaves := []any{nil, "", "a", "ab", "ä", "2020-01-01", int64(0), int64(1), int64(-7), int64(1 << 40), int64(math.MaxInt64), 0.5, 2.0, 1e30, true, false}
	if depth == 0 || r.IntN(3) > 0 {
		return leaves[r.IntN(len(leaves))]
	}
	if r.IntN(2) == 0 {
		list := []any{}
		for range r.IntN(3) {
			list = append(list, soundValue(r, depth-1))
		}
		return list
	}
	object := map[string]any{}
	for _, name := range []string{"a", "b", "c"} {
		if r.IntN(2) == 0 {
			object[name] = soundValue(r, depth-1)
		}
	}
	return object
}

// TestSoundIsExact: where one keyword decides, the validator is asked about no value that it
// takes, up to the last one.
func TestSoundIsExact(t *testing.T) {
	count := func(n int) *int64 { m := int64(n); return &m }
	str, short := &schema.Schema{Type: "string"}, &schema.Schema{Type: "string", MaxLength: count(1)}
	fields := schema.NewProperties([]schema.Property{{Name: "a", Schema: short}})
	schemas := []*schema.Schema{
		{}, str, {Type: "integer"}, {Type: "number"}, {Type: "boolean"}, {Type: "array"}, {Type: "object"}, {XIntOrString: true}, {Type: "string", Nullable: true},
		{Nullable: true, Enum: []any{"a"}}, {Enum: []any{"a", int64(2), true}}, {Type: "string", Pattern: "^a"},
		{Type: "string", Format: "date"}, {Type: "integer", Format: "int32"}, {Type: "integer", Format: "int64"},
		{Type: "array", Items: &schema.Items{Schema: short}}, {Type: "array", Items: &schema.Items{Schema: str}},
		{Type: "object", Required: []string{"a"}}, {Type: "object", Required: []string{"a", "b"}}, {Type: "object", Properties: fields},
		{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: short}},
		{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true}}, {Type: "object", AdditionalProperties: &schema.SchemaOrBool{}},
		{Type: "object", Properties: fields, AdditionalProperties: &schema.SchemaOrBool{}},
		{Type: "object", Properties: fields, AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: str}},
		{Branches: &schema.Branches{AllOf: []*schema.Schema{{Type: "string"}, short}}}, {Branches: &schema.Branches{AllOf: []*schema.Schema{short, {Type: "string"}}}},
		{Branches: &schema.Branches{AnyOf: []*schema.Schema{{Type: "integer"}, short}}}, {Branches: &schema.Branches{AnyOf: []*schema.Schema{short}}},
	}
	for n := range 4 {
		schemas = append(schemas, &schema.Schema{Type: "string", MaxLength: count(n)}, &schema.Schema{Type: "string", MinLength: count(n)},
			&schema.Schema{Type: "array", MaxItems: count(n)}, &schema.Schema{Type: "array", MinItems: count(n)},
			&schema.Schema{Type: "object", Rare: &schema.Rare{MaxProperties: count(n)}}, &schema.Schema{Type: "object", Rare: &schema.Rare{MinProperties: count(n)}})
	}
	for _, bound := range []float64{-math.MaxInt32, -2, 0, 2, math.MaxInt32} {
		for _, typ := range []string{"integer", "number"} {
			for _, exclusive := range []bool{false, true} {
				schemas = append(schemas, &schema.Schema{Type: typ, Maximum: &bound, ExclusiveMaximum: exclusive},
					&schema.Schema{Type: typ, Minimum: &bound, ExclusiveMinimum: exclusive})
			}
		}
		if bound > 0 {
			schemas = append(schemas, &schema.Schema{Type: "integer", Rare: &schema.Rare{MultipleOf: &bound}})
		}
	}
	values := []any{nil, "", "a", "ä", "ab", "äb", "abc", "abcd", "2020-01-01", true, false, []any{}, map[string]any{}, map[string]any{"b": "x"}, map[string]any{"a": "x"}, map[string]any{"a": "xy"},
		map[string]any{"a": "x", "b": "xy"}, map[string]any{"a": "x", "b": "y", "c": "z"}, map[string]any{"a": "x", "b": "y", "c": "z", "d": "z"}}
	for _, n := range []int64{-math.MaxInt32 - 1, -math.MaxInt32, -math.MaxInt32 + 1, -4, -3, -2, -1, 0, 1, 2, 3, 4, math.MaxInt32 - 1, math.MaxInt32, math.MaxInt32 + 1} {
		values = append(values, n)
	}
	for _, x := range []float64{-2.5, -2, -1.5, -0.5, 0.5, 1.5, 2, 2.5} {
		values = append(values, x)
	}
	for n := range 4 {
		values = append(values, []any{"a", "b", "c", "de"}[:n+1], []any{"ab", "b", "c", "d"}[:n+1])
	}
	by := kube.Latest.Behaviour()
	sound := 0
	for _, s := range schemas {
		object, byDefault := ObjectSchema(s, by), DefaultSchema(s, &by.Formats)
		for _, v := range values {
			if !ofType(v, s.Type) {
				continue
			}
			if got, want := Sound(s, v, &by), Accepts(v, object); got != want {
				t.Errorf("%#v is sound: %t, accepted: %t, by %s", v, got, want, prose.JSON(object))
			} else if got {
				sound++
			}
			if got, want := SoundDefault(s, v), Accepts(v, byDefault); got != want && !s.XIntOrString {
				t.Errorf("%#v is sound as a default: %t, accepted: %t, by %s", v, got, want, prose.JSON(byDefault))
			}
		}
	}
	if sound < 500 {
		t.Errorf("only %d are sound", sound)
	}
	if unique := (&schema.Schema{Type: "array", UniqueItems: true}); !Sound(unique, []any{"a"}, &by) || !Sound(unique, []any{}, &by) {
		t.Error("one item is asked about, which is unique")
	}
}

// ofType reports whether a value is of a type, or null. A fraction is so of numbers alone,
// since what else takes it is for the validator to say.
func ofType(v any, typ string) bool {
	switch v.(type) {
	case string:
		return typ == "string" || typ == ""
	case bool:
		return typ == "boolean" || typ == ""
	case int64:
		return typ == "integer" || typ == "number" || typ == ""
	case float64:
		return typ == "number"
	case []any:
		return typ == "array" || typ == ""
	case map[string]any:
		return typ == "object" || typ == ""
	}
	return true
}

// TestSoundOfOthers: what no reader of objects makes is left to the validator.
func TestSoundOfOthers(t *testing.T) {
	for _, v := range []any{1, int32(1), float32(1), []string{"a"}, map[string]string{}, struct{}{}} {
		if SoundDefault(&schema.Schema{}, v) {
			t.Errorf("%T is sound", v)
		}
	}
}
