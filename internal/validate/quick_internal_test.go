package validate

import (
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestQuickAnswers: what is decided without the server's validator, and what is left to it.
func TestQuickAnswers(t *testing.T) {
	number := func(n int64) *int64 { return &n }
	typed := func(typ string, enum ...any) spec.Schema {
		return spec.Schema{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{typ}, Enum: enum}}
	}
	lists := func(change func(*spec.Schema)) bool {
		s := typed("array")
		change(&s)
		return newSpecNode(&s).onlyItems([]any{int64(1)})
	}
	truth, whole := typed("boolean", true), typed("integer")
	latest := kube.Latest.Behaviour()
	b := sounding{Behaviour: &latest}
	double := &schema.Schema{Type: "number", Format: "double"}
	noText := &schema.Schema{Not: &schema.Schema{Type: "string"}}
	for name, c := range map[string]struct{ got, want bool }{
		"a list":                        {lists(func(*spec.Schema) {}), true},
		"a list of an enum":             {lists(func(s *spec.Schema) { s.Enum = []any{[]any{int64(2)}} }), false},
		"a list of schemas":             {lists(func(s *spec.Schema) { s.Items = &spec.SchemaOrArray{Schemas: []spec.Schema{whole}} }), false},
		"patterns of names":             {lists(func(s *spec.Schema) { s.PatternProperties = map[string]spec.Schema{"a": whole} }), false},
		"a boolean of an enum":          {newSpecNode(&truth).takes(true), true},
		"a boolean that an enum lacks":  {newSpecNode(&truth).takes(false), false},
		"an integer":                    {newSpecNode(&whole).takes(int64(1)), true},
		"a double":                      {b.value(double, 1.5), true},
		"a text where none may be":      {b.value(noText, "x"), false},
		"no text where none may be":     {b.value(noText, true), true},
		"a branch that refuses":         {b.refuses(&schema.Schema{Branches: &schema.Branches{AllOf: []*schema.Schema{{}, {Rare: &schema.Rare{MinProperties: number(2)}}}}}, map[string]any{"a": true}), true},
		"an item that is refused":       {b.refuses(&schema.Schema{Items: &schema.Items{Schema: &schema.Schema{Type: "string"}}}, []any{"a", true}), true},
		"too few items":                 {b.refuses(&schema.Schema{MinItems: number(2)}, []any{"a"}), true},
		"a text":                        {b.refuses(&schema.Schema{MinLength: number(2)}, "a"), true},
		"an object with too few fields": {b.refuses(&schema.Schema{Type: "object", Rare: &schema.Rare{MinProperties: number(2)}}, map[string]any{"a": true}), true},
		"an object with a wrong field":  {b.refuses(&schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: &schema.Schema{Type: "string"}}})}, map[string]any{"a": true}), true},
		"an object with enough":         {b.refuses(&schema.Schema{Type: "object", Rare: &schema.Rare{MinProperties: number(1)}}, map[string]any{"a": true}), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %t", name, c.got)
		}
	}
}
