package validate_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/surplus"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/schema"
)

// rulesOf is a schema with as many rules, of which the first third fails, the second ends in an
// error and the last passes.
func rulesOf(n int) string {
	var rules []string
	for i := range n {
		rule := [...]string{"self.a > %d", "self.b[self.a + 5] > %d", "self.a < %d"}[3*i/n]
		rules = append(rules, fmt.Sprintf(`{"rule": "`+rule+`"}`, 100_000+i))
	}
	return `{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "array", "items": {"type": "integer"}}}, "x-kubernetes-validations": [` + strings.Join(rules, ", ") + `]}`
}

// TestSurplusOfRules: of the errors of rules the first of each code are kept, and the others
// counted.
func TestSurplusOfRules(t *testing.T) {
	rules := validate.NewRules(compiler, schema.NewTree(parse(t, rulesOf(30)), nil), 0, false)
	evaluate := func(kept *surplus.Counter) (finding.List, int64) {
		return rules.Evaluate(context.Background(), finding.Root("x"), map[string]any{"a": int64(1), "b": []any{}}, nil, validate.Evaluation{Budget: validate.RuntimeBudget, Kept: kept})
	}
	all, left := evaluate(nil)
	for most := 1; most < 12; most++ {
		kept := surplus.New(most)
		some, same := evaluate(kept)
		if left != same {
			t.Errorf("%d: %d of the budget are left, and %d if all are kept", most, same, left)
		}
		seen := map[finding.Code]int{}
		var want finding.List
		counted := 0
		for _, f := range all {
			if seen[f.Code]++; seen[f.Code] <= most {
				want = append(want, f)
			}
		}
		for _, r := range kept.Rest() {
			counted += r.Count
		}
		if len(all) != 20 || !reflect.DeepEqual(some, want) || counted != len(all)-len(some) {
			t.Errorf("%d: %d kept and %d counted of %d", most, len(some), counted, len(all))
		}
	}
}

// TestManyRulesAgain: rules whose programs are not kept at first say the same each time.
func TestManyRulesAgain(t *testing.T) {
	rules := validate.NewRules(compiler, schema.NewTree(parse(t, rulesOf(1200)), nil), 0, false)
	var first string
	for time := range 3 {
		found, left := rules.Evaluate(context.Background(), finding.Root("x"), map[string]any{"a": int64(1), "b": []any{}}, nil, validate.Evaluation{Budget: validate.RuntimeBudget})
		var b strings.Builder
		for i := range found {
			fmt.Fprintln(&b, found[i].Path.Server(), found[i].ServerMessage())
		}
		fmt.Fprint(&b, left)
		if time == 0 {
			first = b.String()
		}
		if len(found) != 800 || b.String() != first {
			t.Errorf("time %d: %d findings, others than at first", time, len(found))
		}
	}
}
