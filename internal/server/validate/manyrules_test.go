package validate_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
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

// TestManyRulesAgain: rules whose programs are not kept at first say the same each time.
func TestManyRulesAgain(t *testing.T) {
	rules := validate.NewRules(compiler, schematree.New(parse(t, rulesOf(1200)), nil), 0, false)
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
