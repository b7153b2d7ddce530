package validate

import (
	"math"
	"math/rand/v2"

	"github.com/crdtool/crdtool/schema"
)

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
