package validate

import (
	"github.com/google/cel-go/interpreter"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celrun"
	"github.com/crdtool/crdtool/schema"
)

// RuleOutcome is the outcome of a rule on a value.
type RuleOutcome int

// The outcomes.
const (
	RulePassed RuleOutcome = iota
	RuleFailed
	// RuleForgiven is a failed rule on a value that has not changed since it was stored.
	RuleForgiven
	// RuleErred is a rule whose evaluation ends in an error, for which the object is refused.
	RuleErred
	// RuleWithoutOld is a rule with oldSelf that is not evaluated because there is no old value.
	RuleWithoutOld
)

// RuleOutcomes is the number of outcomes.
const RuleOutcomes = int(RuleWithoutOld) + 1

// Watcher receives the outcomes of rules, for example for the coverage of tests. It must be safe for concurrent use.
type Watcher interface {
	Rule(*schema.ValidationRule, RuleOutcome)
	// Branches returns the recorder of the branches that a rule takes, or nil.
	Branches(*schema.ValidationRule, *celrule.Expression, behaviour.Evaluator) *celrun.Branches
}

// Each calls a function with each rule of a schema and of its descendants that compiles.
func (r *Rules) Each(f func(*schema.ValidationRule, *celrule.Expression, behaviour.Evaluator)) {
	if r == nil {
		return
	}
	for _, rule := range r.own() {
		if rule.expression != nil && rule.expression.Error == nil {
			f(rule.ValidationRule, rule.expression, rule.evaluator)
		}
	}
	r.items.Each(f)
	r.values.Each(f)
	for _, p := range r.properties {
		p.Each(f)
	}
}

func (v *evaluator) watch(r *rule, o RuleOutcome) {
	if v.watcher != nil {
		v.watcher.Rule(r.ValidationRule, o)
	}
}

// branches records the branches that a rule takes.
func (v *evaluator) branches(r *rule, variables interpreter.Activation) {
	if b := v.watcher.Branches(r.ValidationRule, r.expression, r.evaluator); b != nil {
		b.Evaluate(v.ctx, variables)
	}
}
