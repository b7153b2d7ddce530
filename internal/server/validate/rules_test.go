package validate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

var compiler = celrule.NewCompiler(behaviour.Of(kube.Latest).CEL)

// evaluate evaluates the rules of a schema with a budget. It returns what they
// report, in the server's words, what is left, and what each evaluation cost.
func evaluate(s *schema.Schema, value, old any, budget int64) (found []string, left int64, costs []uint64) {
	rules := validate.NewRules(compiler, schematree.New(s, finding.Root("schema")), 0, false)
	list, left := rules.Evaluate(context.Background(), finding.Root("x"), value, old, validate.Evaluation{
		Budget:  budget,
		Observe: func(_ *finding.Path, cost uint64) { costs = append(costs, cost) },
	})
	for _, f := range list {
		found = append(found, f.Path.Server()+": "+f.ServerMessage())
	}
	return found, left, costs
}

func text(rules ...schema.ValidationRule) *schema.Schema {
	return &schema.Schema{Type: "string", Rare: &schema.Rare{XValidations: rules}}
}

// outOfBudget is what the server says, as in the recorded cases
// testdata/dryrun/rules/budget-*, which take it seconds of rules.
const outOfBudget = `x: Invalid value: "string": validation failed due to running out of cost budget, no further validation rules will be run`

// TestBudget gives two rules just what they cost, and less.
func TestBudget(t *testing.T) {
	s := text(schema.ValidationRule{Rule: "self != 'a'", Message: "first"}, schema.ValidationRule{Rule: "self.size() > 1", Message: "second"})
	first, second := `x: Invalid value: "a": first`, `x: Invalid value: "a": second`
	all, left, costs := evaluate(s, "a", nil, 1000)
	if len(costs) != 2 || !slices.Equal(all, []string{first, second}) {
		t.Fatalf("got %q and costs %d", all, costs)
	}
	one, both := int64(costs[0]), int64(costs[0]+costs[1])
	if left != 1000-both {
		t.Errorf("%d are left of 1000, of which %d were spent", left, both)
	}
	for _, test := range []struct {
		budget, left int64
		want         []string
	}{
		{both, 0, []string{first, second}},
		{both - 1, -1, []string{first, outOfBudget}},
		{one, -1, []string{first, outOfBudget}},
		{one - 1, -1, []string{outOfBudget}},
		{1, -1, []string{outOfBudget}},
		{0, -1, []string{outOfBudget}},
		{-1, -1, nil},
	} {
		if got, left, _ := evaluate(s, "a", nil, test.budget); left != test.left || !slices.Equal(got, test.want) {
			t.Errorf("budget %d: got %q, %d left", test.budget, got, left)
		}
	}
}

// TestBudgetSpentBefore has two values, of which the first takes the whole
// budget.
func TestBudgetSpentBefore(t *testing.T) {
	below := text(schema.ValidationRule{Rule: "self != 'a'", Message: "below"})
	s := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: below}, {Name: "b", Schema: below}})}
	value := map[string]any{"a": "a", "b": "a"}
	_, _, costs := evaluate(s, value, nil, 1000)
	got, left, _ := evaluate(s, value, nil, int64(costs[0]))
	want := []string{`x.a: Invalid value: "a": below`, strings.Replace(outOfBudget, "x:", "x.b:", 1)}
	if left != -1 || !slices.Equal(got, want) {
		t.Errorf("got %q, %d left", got, left)
	}
}

// TestBudgetOfMessage gives a rule and its message expression just what they
// cost, and less.
func TestBudgetOfMessage(t *testing.T) {
	s := text(schema.ValidationRule{Rule: "self != 'a'", MessageExpression: "'not ' + self"})
	all, left, costs := evaluate(s, "a", nil, 1000)
	if len(costs) != 2 || len(all) != 1 || all[0] != `x: Invalid value: "a": not a` {
		t.Fatalf("got %q and costs %d", all, costs)
	}
	both := int64(costs[0] + costs[1])
	if left != 1000-both {
		t.Errorf("%d are left of 1000, of which %d were spent", left, both)
	}
	if got, left, _ := evaluate(s, "a", nil, both); left != 0 || !slices.Equal(got, all) {
		t.Errorf("just enough: got %q, %d left", got, left)
	}
	got, left, _ := evaluate(s, "a", nil, both-1)
	want := `x: Invalid value: "string": messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run`
	if left != -1 || len(got) != 1 || got[0] != want {
		t.Errorf("too little: got %q, %d left", got, left)
	}
}

// TestUnusableMessages has message expressions whose outcome the server passes
// over, and one that is as long as it may be.
func TestUnusableMessages(t *testing.T) {
	const most = 5 << 10 // celconfig.MaxEvaluatedMessageExpressionSizeBytes
	s := text(schema.ValidationRule{Rule: "self.size() < 0", Message: " the rule's ", MessageExpression: "self"})
	for value, want := range map[string]string{
		"good":                          "good",
		" trimmed ":                     "trimmed",
		"":                              "the rule's",
		" \n ":                          "the rule's",
		"two\nlines":                    "the rule's",
		"carriage\rreturn":              "carriage\rreturn",
		strings.Repeat("x", most):       strings.Repeat("x", most),
		strings.Repeat("x", most+1):     "the rule's",
		strings.Repeat("x", most) + " ": strings.Repeat("x", most),
	} {
		got, _, _ := evaluate(s, value, nil, 1_000_000)
		if len(got) != 1 || !strings.HasSuffix(got[0], `": `+want) {
			t.Errorf("%.20q…: got %.80q", value, got)
		}
	}
}

// TestRulesBesideBadOnes has rules that are no rules beside good ones.
func TestRulesBesideBadOnes(t *testing.T) {
	s := text(
		schema.ValidationRule{Rule: "  "},
		schema.ValidationRule{Rule: "self.nothing"},
		schema.ValidationRule{Rule: "oldSelf == self"},
		schema.ValidationRule{Rule: "self != 'a'"},
		schema.ValidationRule{Rule: "self == 'b'", Message: " must be b "},
	)
	got, _, _ := evaluate(s, "a", nil, 1000)
	if len(got) != 3 || !strings.HasPrefix(got[0], `x: Invalid value: "string": rule compile error: `) ||
		got[1] != `x: Invalid value: "a": failed rule: self != 'a'` || got[2] != `x: Invalid value: "a": must be b` {
		t.Errorf("got %q", got)
	}
}

// TestMessageThatDoesNotCompile: a CRD that was stored with such a message expression, as by an
// older server, is answered without it.
func TestMessageThatDoesNotCompile(t *testing.T) {
	for _, expression := range []string{"self.", "1", "oldSelf.b", "self.find('[')", "'%s'.format([self.find('[')])"} {
		found, _, _ := evaluate(text(schema.ValidationRule{Rule: "self != 'a'", MessageExpression: expression}), "a", nil, 1000)
		if want := `x: Invalid value: "a": failed rule: self != 'a'`; len(found) != 1 || found[0] != want {
			t.Errorf("%s: %q, not %q", expression, found, want)
		}
	}
}
