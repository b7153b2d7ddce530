package validate_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// TestFirst: an evaluation that ends at the first failure has found the first of all, also
// where values have been seen to pass or to fail before.
func TestFirst(t *testing.T) {
	rule := func(text string) schema.ValidationRule { return schema.ValidationRule{Rule: text} }
	item := &schema.Schema{
		Type: "object",
		Properties: schema.NewProperties([]schema.Property{
			{Name: "a", Schema: &schema.Schema{Type: "integer", Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule("self != 3"), rule("self < 4"), rule("10 / self > 0")}}}},
		}),
		Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule("self.a != 2")}},
	}
	root := &schema.Schema{
		Type:       "object",
		Properties: schema.NewProperties([]schema.Property{{Name: "items", Schema: &schema.Schema{Type: "array", Items: &schema.Items{Schema: item}}}}),
		Rare:       &schema.Rare{XValidations: []schema.ValidationRule{rule("self.items.size() != 3"), rule("self == oldSelf")}},
	}
	r := validate.NewRules(compiler, schematree.New(root, finding.Root("spec")), 0, false)
	refused := map[int]int{}
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 1))
		object := func() map[string]any {
			list := []any{}
			for range random.IntN(5) {
				list = append(list, map[string]any{"a": int64(random.IntN(5) * random.IntN(2))})
			}
			return map[string]any{"items": list}
		}
		value, old := object(), any(nil)
		if random.IntN(3) == 0 {
			old = object()
		}
		evaluate := func(first bool) finding.List {
			found, _ := r.Evaluate(context.Background(), nil, value, old, validate.Evaluation{Budget: validate.RuntimeBudget, First: first})
			return found
		}
		var got, all finding.List
		if seed%2 == 0 {
			got, all = evaluate(true), evaluate(false)
		} else {
			all, got = evaluate(false), evaluate(true)
		}
		if want := all[:min(len(all), 1)]; len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("%v for %v: got %v, want the first of %v", value, old, got, all)
		}
		refused[min(len(all), 2)]++
	}
	if refused[0] < 100 || refused[1] < 100 || refused[2] < 100 {
		t.Errorf("so many values have no, one or more errors: %v", refused)
	}
}
