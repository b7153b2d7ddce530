package docgen

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/schema"
)

// Nested junctors are worded in one list, with the words that they have each by themselves.
func TestBranchesInsideOfOthers(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	worded := 0
	for range sweep.Times(2_000, 40_000) {
		s := junctorSchema(r, 4)
		got, want := appendBranch(nil, s), branchByItself(s)
		if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		if len(want) > 6 {
			worded++
		}
	}
	if worded < 500 {
		t.Errorf("only %d say much", worded)
	}
}

func junctorSchema(r *rand.Rand, depth int) *schema.Schema {
	odds := func(n int) bool { return r.IntN(n) == 0 }
	s := &schema.Schema{}
	if odds(4) {
		s.Type = []string{"string", "integer", "object"}[r.IntN(3)]
	}
	if odds(6) {
		s.Format = "date"
	}
	s.Nullable, s.XIntOrString = odds(8), odds(12)
	for _, name := range []string{"a", "b"} {
		if odds(4) {
			s.Required = append(s.Required, name)
		}
	}
	if odds(5) {
		s.Enum = []any{"x", int64(1)}
	}
	if odds(8) {
		s.OwnRare().Example = "e"
	}
	if depth == 0 {
		return s
	}
	var fields []schema.Property
	for _, name := range []string{"a", "b"} {
		if odds(3) {
			fields = append(fields, schema.Property{Name: name, Schema: junctorSchema(r, depth-1)})
		}
	}
	s.Properties = schema.NewProperties(fields)
	branches := s.OwnBranches()
	for _, to := range []*[]*schema.Schema{&branches.AllOf, &branches.AnyOf, &branches.OneOf} {
		for odds(3) {
			*to = append(*to, junctorSchema(r, depth-1))
		}
	}
	if odds(12) {
		s.OwnBranches().AnyOf = []*schema.Schema{{Type: "integer"}, {Type: "string"}}
	}
	if odds(4) {
		s.Not = junctorSchema(r, depth-1)
	}
	return s
}

// branchByItself is what appendBranch appends, made of what it appends for those inside.
func branchByItself(s *schema.Schema) []Span {
	var list []Span
	begin := func() {
		if list != nil {
			list = append(list, Span{Text: ", "})
		}
	}
	for _, name := range s.Required {
		begin()
		list = append(list, Span{Text: name, Code: true, Anchor: fieldHere}, Span{Text: " is set"})
	}
	for _, p := range s.Properties.All() {
		inner := branchByItself(p.Schema)
		if inner == nil {
			continue
		}
		begin()
		list = append(list, Span{Text: p.Name, Code: true, Anchor: fieldHere}, Span{Text: ": "})
		for _, span := range inner {
			if span.Anchor == fieldHere {
				span.Anchor = ""
			}
			list = append(list, span)
		}
	}
	if s.Type != "" {
		begin()
		list = append(list, Span{Text: typeOf(s, false)})
	} else if s.Format != "" {
		begin()
		list = append(list, Span{Text: "format " + s.Format})
	}
	all := append(ownLimits(s), junctorsByThemselves(s)...)
	for _, l := range append(all, examples(s)...) {
		begin()
		list = append(list, Span{Text: l.Label})
		if len(l.Text) > 0 {
			list = append(list, Span{Text: " "})
			list = append(list, l.Text...)
		}
	}
	return list
}

func junctorsByThemselves(s *schema.Schema) []Limit {
	var list []Limit
	some := func(label string, of []*schema.Schema) {
		var text []Span
		for i, s := range of {
			if i > 0 {
				text = append(text, Span{Text: "; "})
			}
			one := branchByItself(s)
			if one == nil {
				one = []Span{{Text: "anything"}}
			}
			text = append(text, one...)
		}
		if len(of) > 0 {
			list = append(list, Limit{Label: label, Text: text})
		}
	}
	one := func(label string, of *schema.Schema) {
		if of == nil || structural.IsIntOrString(of.AnyOf()) && label == "also" {
			return
		}
		if text := branchByItself(of); text != nil {
			list = append(list, Limit{Label: label, Text: text})
		}
	}
	if !structural.IsIntOrString(s.AnyOf()) {
		some("at least one holds", s.AnyOf())
	}
	some("exactly one holds", s.OneOf())
	for _, part := range s.AllOf() {
		one("also", part)
	}
	one("must not hold", s.Not)
	return list
}
