package conflict_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/upgrading/conflict"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func number(n int64) *int64 { return &n }

func bound(f float64) *float64 { return &f }

// TestConflicts lays two schemas beside each other, the second one as a part of allOf.
func TestConflicts(t *testing.T) {
	by := behaviour.Of(kube.Latest)
	for _, c := range []struct {
		name  string
		a, b  schema.Schema
		why   string
		clear []any // values that both must refuse, if there is a conflict
	}{
		{"lengths", schema.Schema{Type: "string", MinLength: number(5)}, schema.Schema{MaxLength: number(4)},
			"no string satisfies both minLength: 5 and maxLength: 4", []any{"", "abcd", "abcde", "abcdef"}},
		{"lengths that meet", schema.Schema{Type: "string", MinLength: number(5)}, schema.Schema{MaxLength: number(5)}, "", nil},
		{"pattern and length", schema.Schema{Type: "string", Pattern: "^[a-z]{3}$"}, schema.Schema{MinLength: number(4)},
			"no string satisfies both minLength: 4 and pattern, which matches at most 3 characters", []any{"abc", "abcd"}},
		{"open pattern and length", schema.Schema{Type: "string", Pattern: "^[a-z]{3}"}, schema.Schema{MinLength: number(4)}, "", nil},
		{"integers", schema.Schema{Type: "integer", Minimum: bound(1), ExclusiveMinimum: true}, schema.Schema{Maximum: bound(2), ExclusiveMaximum: true},
			"no integer satisfies both minimum: 1, exclusive and maximum: 2, exclusive", []any{int64(1), int64(2)}},
		{"numbers between integers", schema.Schema{Type: "number", Minimum: bound(1), ExclusiveMinimum: true}, schema.Schema{Maximum: bound(2), ExclusiveMaximum: true}, "", nil},
		{"multiples", schema.Schema{Type: "integer", Minimum: bound(11), Maximum: bound(19)}, schema.Schema{Rare: &schema.Rare{MultipleOf: bound(10)}},
			"no integer satisfies multipleOf: 10 with minimum: 11 and maximum: 19", []any{int64(10), int64(15), int64(20)}},
		{"enum and pattern", schema.Schema{Type: "string", Enum: []any{"a", "b"}}, schema.Schema{Pattern: "^c"},
			"no value of this enum satisfies the other constraints", []any{"a", "b", "c"}},
		{"enum of which one is left", schema.Schema{Type: "string", Enum: []any{"a", "c"}}, schema.Schema{Pattern: "^c"}, "", nil},
		{"fields", schema.Schema{Type: "object", Rare: &schema.Rare{MinProperties: number(2)}, Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: &schema.Schema{Type: "string"}}})}, schema.Schema{},
			"no object satisfies minProperties: 2, since the schema declares only 1 field", []any{map[string]any{}, map[string]any{"a": "x"}}},
		{"items", schema.Schema{Type: "array", MinItems: number(2)}, schema.Schema{MaxItems: number(1)},
			"no list satisfies both minItems: 2 and maxItems: 1", []any{[]any{}, []any{"a", "b"}}},
	} {
		whole := c.a
		whole.OwnBranches().AllOf = []*schema.Schema{&c.b}
		root := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "field", Schema: &whole}})}
		tree := schemafacts.Of(schematree.New(root, nil), false)
		field := tree.Child(&tree.Nodes[0], "field")
		found := conflict.Find(&by, tree, field, tree.Clauses(field))
		switch {
		case found == nil && c.why != "":
			t.Errorf("%s: no conflict is found, want: %s", c.name, c.why)
		case found != nil && found.Why != c.why:
			t.Errorf("%s: found: %s\nwant: %s", c.name, found.Why, c.why)
		}
		for _, value := range c.clear {
			if validate.Takes(&by, &whole, value) {
				t.Errorf("%s: the server accepts %v", c.name, value)
			}
		}
	}
}
