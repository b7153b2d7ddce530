package validate_test

import (
	"context"
	"math/rand"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/schema"
)

// TestPassedBefore evaluates random values by rules that have seen others, and by rules
// that have seen none: findings, warnings and what is left of the budget are the same.
func TestPassedBefore(t *testing.T) {
	rule := func(text string) schema.ValidationRule { return schema.ValidationRule{Rule: text} }
	word := &schema.Schema{Type: "string", Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule("self != 'c'"), rule("self.size() < 3")}}}
	count := &schema.Schema{Type: "integer", Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule("self % 2 == 0 || self > oldSelf")}}}
	item := &schema.Schema{
		Type: "object",
		Properties: schema.NewProperties([]schema.Property{
			{Name: "a", Schema: word},
			{Name: "n", Schema: count},
			{Name: "f", Schema: &schema.Schema{Type: "number"}},
		}),
		Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule("!has(self.f) || self.f < 2.0"), {Rule: "self.a == 'a'", MessageExpression: "self.a + ' is not a'"}}},
	}
	names := &schema.Schema{
		Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: word},
		Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule("self.all(k, self[k] != 'b')")}},
	}
	// Rules of a list, whose items have rules for some of their fields.
	unique := &schema.Schema{
		Type: "array", Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule("self.all(x, self.exists_one(y, x.v == y.v))")}},
		Items: &schema.Items{Schema: &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
			{Name: "a", Schema: word}, {Name: "v", Schema: &schema.Schema{Type: "integer"}},
		})}},
	}
	root := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
		{Name: "items", Schema: &schema.Schema{Type: "array", Items: &schema.Items{Schema: item}}}, {Name: "names", Schema: names}, {Name: "n", Schema: count},
		{Name: "unique", Schema: unique},
	})}
	rnd := rand.New(rand.NewSource(1))
	words := []any{"a", "a", "a", "b", "c", "", "long"}
	value := func() any {
		list, object := []any{}, map[string]any{}
		for range rnd.Intn(3) {
			o := map[string]any{"a": words[rnd.Intn(len(words))]}
			switch rnd.Intn(3) {
			case 0:
				o["f"] = float64(rnd.Intn(3))
			case 1:
				o["n"] = int64(rnd.Intn(3))
			}
			list = append(list, o)
		}
		for range rnd.Intn(3) {
			object[words[rnd.Intn(3)].(string)] = words[rnd.Intn(len(words))]
		}
		pairs := []any{}
		for range rnd.Intn(3) {
			pairs = append(pairs, map[string]any{"a": "a", "v": int64(rnd.Intn(3))})
		}
		return map[string]any{"items": list, "names": object, "n": int64(rnd.Intn(6)), "unique": pairs}
	}
	type answer struct {
		found, warned finding.List
		left          int64
	}
	ask := func(r *validate.Rules, value, old any, budget int64) (a answer) {
		a.found, a.left = r.Evaluate(context.Background(), nil, value, old, validate.Evaluation{
			Budget: budget, Warn: func(f finding.Finding) { a.warned = append(a.warned, f) },
		})
		return a
	}
	tree := schema.NewTree(root, finding.Root("schema"))
	seen := validate.NewRules(compiler, tree, 0, false)
	passed, stopped := 0, 0
	for range 300 {
		value, old, budget := value(), value(), int64(validate.RuntimeBudget)
		if rnd.Intn(4) == 0 {
			budget = int64(rnd.Intn(60))
		}
		if rnd.Intn(3) == 0 {
			old = nil
		}
		want := ask(validate.NewRules(compiler, tree, 0, false), value, old, budget)
		if got := ask(seen, value, old, budget); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, of %v, with %d: got %v, want %v", value, old, budget, got, want)
		}
		if len(want.found) == 0 {
			passed++
		}
		if want.left < 0 {
			stopped++
		}
	}
	if passed < 20 || stopped < 20 {
		t.Errorf("%d have passed and %d were stopped", passed, stopped)
	}
}

// TestPassedAtTheLimit: a value that has passed is not passed over where its rules take all
// that is left of the budget, for rules that cost nothing are not evaluated then.
func TestPassedAtTheLimit(t *testing.T) {
	free := &schema.Schema{Type: "boolean", Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: "true"}}}}
	tree := schema.NewTree(&schema.Schema{
		Type:       "object",
		Properties: schema.NewProperties([]schema.Property{{Name: "free", Schema: free}}),
		Rare:       &schema.Rare{XValidations: []schema.ValidationRule{{Rule: "has(self.free)"}}},
	}, finding.Root("schema"))
	value := map[string]any{"free": true}
	left := func(r *validate.Rules, budget int64) int64 {
		_, left := r.Evaluate(context.Background(), nil, value, nil, validate.Evaluation{Budget: budget})
		return left
	}
	seen := validate.NewRules(compiler, tree, 0, false)
	cost := validate.RuntimeBudget - left(seen, validate.RuntimeBudget)
	if cost < 1 {
		t.Fatalf("the rules cost %d", cost)
	}
	for budget := range cost + 2 {
		fresh := left(validate.NewRules(compiler, tree, 0, false), budget)
		if got := left(seen, budget); got != fresh {
			t.Errorf("of %d are left %d, and %d if the value has passed", budget, fresh, got)
		}
		if (fresh < 0) != (budget <= cost) {
			t.Errorf("of %d are left %d, where the rules cost %d", budget, fresh, cost)
		}
	}
}
