package validate_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celrun"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// A branchWatcher notes the branches of the one rule there is.
type branchWatcher struct{ branches *celrun.Branches }

func (*branchWatcher) Rule(*schema.ValidationRule, validate.RuleOutcome) {}

func (w *branchWatcher) Branches(r *schema.ValidationRule, x *celrule.Expression, of behaviour.Evaluator) *celrun.Branches {
	if w.branches == nil {
		w.branches = celrun.NewBranches(x, r.Rule, of)
	}
	return w.branches
}

// TestBranchesOfMuchText: what a rule makes counts once for its branches too, which are
// evaluated after it.
func TestBranchesOfMuchText(t *testing.T) {
	s := text(schema.ValidationRule{Rule: "self == 'b' || self.replace('a', '" + strings.Repeat("b", 40) + "') != ''"})
	rules := validate.NewRules(compiler, schematree.New(s, finding.Root("schema")), 0, false)
	var w branchWatcher
	found, _ := rules.Evaluate(context.Background(), nil, strings.Repeat("a", 1<<20), nil, validate.Evaluation{Budget: validate.RuntimeBudget, Watcher: &w})
	if len(found) != 0 {
		t.Fatal(found)
	}
	for i, want := range []bool{false, true} {
		if isTrue, isFalse := w.branches.Seen(i); isTrue != want || isFalse == want {
			t.Errorf("branch %d was seen true: %t, false: %t", i, isTrue, isFalse)
		}
	}
}

// TestBranchesOfOptional: the branches of a rule without an old value are evaluated as it is.
func TestBranchesOfOptional(t *testing.T) {
	optional := true
	s := text(schema.ValidationRule{Rule: "oldSelf.hasValue() || self == 'a'", OptionalOldSelf: &optional})
	rules := validate.NewRules(compiler, schematree.New(s, finding.Root("schema")), 0, false)
	for _, old := range []any{nil, "b"} {
		var w branchWatcher
		found, _ := rules.Evaluate(context.Background(), nil, "a", old, validate.Evaluation{Budget: validate.RuntimeBudget, Watcher: &w})
		if len(found) != 0 {
			t.Fatal(found)
		}
		if isTrue, isFalse := w.branches.Seen(0); isTrue != (old != nil) || isFalse != (old == nil) {
			t.Errorf("of %v: an old value was seen: %t, and none: %t", old, isTrue, isFalse)
		}
	}
}

// TestBranchesOfChange: the branches of a rule see the old value as the rule does.
func TestBranchesOfChange(t *testing.T) {
	s := text(schema.ValidationRule{Rule: "oldSelf == 'b' || self == 'a'"})
	rules := validate.NewRules(compiler, schematree.New(s, finding.Root("schema")), 0, false)
	for _, old := range []string{"b", "c"} {
		var w branchWatcher
		found, _ := rules.Evaluate(context.Background(), nil, "a", old, validate.Evaluation{Budget: validate.RuntimeBudget, Watcher: &w})
		if len(found) != 0 {
			t.Fatal(found)
		}
		if isTrue, isFalse := w.branches.Seen(0); isTrue != (old == "b") || isFalse != (old != "b") {
			t.Errorf("of %v: the first branch was seen true: %t, and false: %t", old, isTrue, isFalse)
		}
	}
}

// TestEachRule: of a schema and those below, the rules that compile are told, and no others.
func TestEachRule(t *testing.T) {
	const text = `{"type": "object", "x-kubernetes-validations": [{"rule": "true"}, {"rule": "self.none"}, {"rule": " "}], "properties": {
		"a": {"type": "array", "items": {"type": "string", "x-kubernetes-validations": [{"rule": "self != ''"}, {"rule": "1"}]}},
		"b": {"type": "object", "additionalProperties": {"type": "string", "x-kubernetes-validations": [{"rule": "self == 'b'"}]}}}}`
	got := map[string]bool{}
	validate.NewRules(compiler, schematree.New(parse(t, text), finding.Root("schema")), 0, false).Each(func(r *schema.ValidationRule, x *celrule.Expression, _ behaviour.Evaluator) {
		if x == nil || x.Error != nil {
			t.Errorf("%s has no expression", r.Rule)
		}
		got[r.Rule] = true
	})
	if fmt.Sprint(got) != fmt.Sprint(map[string]bool{"true": true, "self != ''": true, "self == 'b'": true}) {
		t.Errorf("got %v", got)
	}
}
