package validate_test

import (
	"math"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func number(n int64) *int64 { return &n }

func bound(f float64) *float64 { return &f }

func TestTakes(t *testing.T) {
	by := behaviour.Of(kube.Latest)
	for _, c := range []struct {
		name   string
		schema schema.Schema
		value  any
		// keyword is what refuses the value; "" if nothing does.
		keyword string
	}{
		{"text", schema.Schema{Type: "string", MaxLength: number(3)}, "abc", ""},
		{"long text", schema.Schema{Type: "string", MaxLength: number(3)}, "abcd", "maxLength"},
		{"pattern", schema.Schema{Type: "string", Pattern: "^a"}, "b", "pattern"},
		{"format", schema.Schema{Type: "string", Format: "date"}, "today", "format"},
		{"bound", schema.Schema{Type: "integer", Maximum: bound(3), ExclusiveMaximum: true}, int64(3), "maximum"},
		{"int-or-string", schema.Schema{XIntOrString: true}, "a", ""},
		{"required", schema.Schema{Type: "object", Required: []string{"a"}}, map[string]any{}, "required"},
		{"items", schema.Schema{Type: "array", Items: &schema.Items{Schema: &schema.Schema{Type: "string"}}}, []any{int64(1)}, "items"},
		{"branch", schema.Schema{Type: "string", Branches: &schema.Branches{AnyOf: []*schema.Schema{{Pattern: "^a"}}}}, "b", "another keyword of the schema"},
		{"int-or-string with a format", schema.Schema{XIntOrString: true, Format: "email", Enum: []any{"a"}}, int64(1), "another keyword of the schema"},
		// The server does not evaluate CEL rules here.
		{"rule", schema.Schema{Type: "string", Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: "false"}}}}, "a", ""},
	} {
		if got := validate.Takes(&by, &c.schema, c.value); got != (c.keyword == "") {
			t.Errorf("%s: accepted: %t", c.name, got)
		}
		if c.keyword != "" {
			if got := validate.RefusedBy(&by, &c.schema, c.value); got != c.keyword {
				t.Errorf("%s: refused by %s, want %s", c.name, got, c.keyword)
			}
		}
	}
}

func TestWithoutJunctors(t *testing.T) {
	by := behaviour.Of(kube.Latest)
	s := &schema.Schema{Type: "string", Branches: &schema.Branches{AnyOf: []*schema.Schema{{Pattern: "^a"}}}}
	n := &schematree.New(s, nil).Nodes[0]
	if !validate.Takes(&by, validate.WithoutJunctors(n), "b") || validate.Takes(&by, s, "b") {
		t.Error("the junctor holds where it is left out, or not where it is there")
	}
}

func TestBounds(t *testing.T) {
	by := behaviour.Of(kube.Latest)
	for _, c := range []struct {
		value              float64
		typ, format        string
		holdable, readable bool
	}{
		{1, "integer", "int32", true, true},
		{1 << 31, "integer", "int32", true, false},
		{1 << 31, "integer", "", true, true},
		{1 << 63, "integer", "", false, false},
		{math.MinInt64, "integer", "", true, false}, // the shortest decimals are beyond it
		{1.5, "integer", "", true, false},
		{1.5, "number", "", true, true},
		{1e300, "number", "", false, true},
		{1e300, "number", "float", false, false},
	} {
		if got := validate.BoundHoldable(c.value); got != c.holdable {
			t.Errorf("%g: holdable: %t", c.value, got)
		}
		if got := validate.BoundReadable(&by, c.value, c.typ, c.format); got != c.readable {
			t.Errorf("%g as %s %s: readable: %t", c.value, c.typ, c.format, got)
		}
	}
}
