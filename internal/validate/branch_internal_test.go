package validate

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// A value in a junctor is judged and worded as by the validator, with the count by which that
// chooses among branches.
func TestBranchEqualsTheValidator(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	by := kube.Latest.Behaviour()
	var right, wrong, ordered, here int
	tries := sweep.Times(2500, 18_000)
	for i := range tries {
		parsed := branchSchema(r, 3)
		if i%4 == 0 {
			parsed = soundSchema(r, 3)
		}
		s, value := nested(parsed), soundValue(r, 3)
		if i%2 == 0 {
			value = branchValue(r, 3)
		}
		if i%3 == 0 {
			s = ObjectSchema(parsed, by)
		}
		want := openapivalidate.NewSchemaValidator(s, nil, "p", strfmt.Default).Validate(value)
		n := newSpecNode(s)
		got := n.judge(value)
		if got != (verdict{want.IsValid(), want.MatchCount}) {
			t.Fatalf("%v by %s: %+v, want %v, %d", value, specText(s), got, want.Errors, want.MatchCount)
		}
		var errs errorsOf
		n.word("p", value, &errs)
		if !reflect.DeepEqual(texts(errs.list), texts(want.Errors)) {
			t.Fatalf("%v by %s:\n%q\nwant\n%q", value, specText(s), errs.list, want.Errors)
		}
		if got.right {
			right++
		} else {
			wrong++
		}
		if _, ok := value.(map[string]any); ok && n.judges() {
			here++
		}
		if len(errs.list) > 1 && errs.list[0].Error() == want.Errors[0].Error() && fmt.Sprint(errs.list) == fmt.Sprint(want.Errors) {
			ordered++
		}
	}
	if right < tries/8 || wrong < tries/8 || here < tries/8 || ordered < tries/20 {
		t.Errorf("%d right, %d wrong, %d judged here, %d in order", right, wrong, here, ordered)
	}
}

// What is wrong stands in the order of the validator, where that has one: it takes fields in
// any.
func TestBranchKeepsTheOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	several := 0
	for range sweep.Times(1500, 16_000) {
		parsed := branchSchema(r, 3)
		oneFieldAtMost(parsed)
		s, value := nested(parsed), branchValue(r, 3)
		want := openapivalidate.NewSchemaValidator(s, nil, "p", strfmt.Default).Validate(value).Errors
		var errs errorsOf
		newSpecNode(s).word("p", value, &errs)
		if fmt.Sprint(errs.list) != fmt.Sprint(want) {
			t.Fatalf("%v by %s:\n%q\nwant\n%q", value, specText(s), errs.list, want)
		}
		if len(errs.list) > 1 {
			several++
		}
	}
	if several < 500 {
		t.Errorf("only %d with several errors", several)
	}
}

// Of very many errors, each is there once, where the validator has it first.
func TestBranchKeepsTheOrderOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for branches := range 40 {
		parsed := &schema.Schema{}
		for range branches {
			parsed.OwnBranches().AllOf = append(parsed.AllOf(), &schema.Schema{Required: []string{fmt.Sprint("f", r.IntN(25))}})
		}
		s := nested(parsed)
		want := openapivalidate.NewSchemaValidator(s, nil, "p", strfmt.Default).Validate(map[string]any{}).Errors
		var errs errorsOf
		newSpecNode(s).word("p", map[string]any{}, &errs)
		if fmt.Sprint(errs.list) != fmt.Sprint(want) {
			t.Fatalf("%s:\n%q\nwant\n%q", specText(s), errs.list, want)
		}
		var again errorsOf
		for range 2 {
			for _, err := range want {
				again.add(err)
			}
		}
		if !slices.Equal(again.list, want) {
			t.Fatalf("%q, added twice, are %q", want, again.list)
		}
	}
}

func oneFieldAtMost(s *schema.Schema) {
	if s == nil {
		return
	}
	if s.Properties.Len() > 1 {
		s.Properties = schema.NewProperties(s.Properties.All()[:1])
	}
	for _, p := range s.Properties.All() {
		oneFieldAtMost(p.Schema)
	}
	for _, list := range [][]*schema.Schema{s.AllOf(), s.AnyOf(), s.OneOf()} {
		for _, b := range list {
			oneFieldAtMost(b)
		}
	}
	oneFieldAtMost(s.Not)
	oneFieldAtMost(s.ItemSchema())
}

// branchSchema is a random schema as stands in junctors: of a few keywords, and with junctors.
func branchSchema(r *rand.Rand, depth int) *schema.Schema {
	odds := func(n int) bool { return r.IntN(n) == 0 }
	s := &schema.Schema{}
	if odds(3) {
		s.Type = []string{"string", "object", "object", "integer", "boolean", "array"}[r.IntN(6)]
	}
	s.Nullable = odds(8)
	s.XIntOrString = odds(15)
	for _, name := range []string{"a", "b", "c", "a"} {
		if odds(4) {
			s.Required = append(s.Required, name)
		}
	}
	count := func() *int64 { n := int64(r.IntN(4)); return &n }
	rare := s.OwnRare()
	for _, to := range []**int64{&s.MaxLength, &s.MinLength, &s.MaxItems, &rare.MaxProperties, &rare.MinProperties} {
		if odds(9) {
			*to = count()
		}
	}
	if odds(6) {
		for range 1 + r.IntN(3) {
			s.Enum = append(s.Enum, []any{"a", "b", "ab", "a", "b", true, int64(1), nil, map[string]any{}}[r.IntN(9)])
		}
	}
	if odds(12) {
		s.Pattern = "^a"
	}
	if odds(25) {
		s.Format = "date"
	}
	if depth == 0 {
		return s
	}
	var fields []schema.Property
	for _, name := range []string{"a", "b", "c"} {
		if odds(3) {
			fields = append(fields, schema.Property{Name: name, Schema: branchSchema(r, depth-1)})
		}
	}
	s.Properties = schema.NewProperties(fields)
	branches := s.OwnBranches()
	for _, to := range []*[]*schema.Schema{&branches.AllOf, &branches.AnyOf, &branches.OneOf} {
		for odds(3) {
			*to = append(*to, branchSchema(r, depth-1))
		}
	}
	if odds(6) {
		s.Not = branchSchema(r, depth-1)
	}
	return s
}

func branchValue(r *rand.Rand, depth int) any {
	if depth == 0 || depth < 3 && r.IntN(3) > 0 {
		return []any{"a", "b", "ab", "", "abcd", true, false, int64(1), nil, 1.5, []any{"a"}}[r.IntN(11)]
	}
	object := map[string]any{}
	for _, name := range []string{"a", "b", "c"} {
		if r.IntN(2) == 0 {
			object[name] = branchValue(r, depth-1)
		}
	}
	return object
}

func specText(s *spec.Schema) string {
	text, _ := s.MarshalJSON()
	return string(text)
}

// Errors are not taken for those that the validator keeps of all branches because of the name
// of a field.
func TestBranchesAtOddPaths(t *testing.T) {
	parsed, err := schema.Parse([]byte(`{"type": "object", "properties": {"IMPORTANT!": {"type": "object", "anyOf": [{"required": ["a", "b"]}, {"required": ["c"]}]}},
		"anyOf": [{"required": ["a", "b"]}, {"properties": {"IMPORTANT!": {"type": "string"}}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s := ObjectSchema(parsed, kube.Latest.Behaviour())
	value := map[string]any{"IMPORTANT!": map[string]any{}}
	want := openapivalidate.NewSchemaValidator(s, nil, "", strfmt.Default).Validate(value).Errors
	got, _ := collected(s, value, nil, false)
	if len(want) < 6 || !reflect.DeepEqual(texts(got), texts(want)) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}

// TestNamesAreInOrder: what is wrong with fields is found in the same order each time.
func TestNamesAreInOrder(t *testing.T) {
	s := &spec.Schema{SchemaProps: spec.SchemaProps{Properties: map[string]spec.Schema{}}}
	for _, name := range []string{"d", "b", "a", "e", "c", "g", "f"} {
		s.Properties[name] = spec.Schema{}
	}
	if got := newSpecNode(s).names(); !slices.Equal(got, []string{"a", "b", "c", "d", "e", "f", "g"}) {
		t.Errorf("the names are %v", got)
	}
}
