package validate

import (
	"github.com/google/cel-go/interpreter"

	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celrun"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// RuleOutcome is what comes of a rule on a value.
type RuleOutcome int

// The outcomes.
const (
	RulePassed RuleOutcome = iota
	RuleFailed
	// RuleForgiven is for a rule that fails on what has not changed since it was stored.
	RuleForgiven
	// RuleErred is for a rule whose evaluation ends in an error, which refuses the object.
	RuleErred
	// RuleWithoutOld is for a rule about oldSelf that is not evaluated, for there is no old value.
	RuleWithoutOld
)

// RuleOutcomes is how many there are.
const RuleOutcomes = int(RuleWithoutOld) + 1

// Watcher is told what comes of rules, such as by coverage of tests. It must be safe for
// concurrent use.
type Watcher interface {
	Rule(*schema.ValidationRule, RuleOutcome)
	// Branches returns where the branches of a rule that are taken are noted; nil for nowhere.
	Branches(*schema.ValidationRule, *celrule.Expression, kube.Evaluator) *celrun.Branches
}

// Each calls a function with the rules of a schema and of all below that compile.
func (r *Rules) Each(f func(*schema.ValidationRule, *celrule.Expression, kube.Evaluator)) {
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

// branches notes which branches of a rule are taken.
func (v *evaluator) branches(r *rule, variables interpreter.Activation) {
	if b := v.watcher.Branches(r.ValidationRule, r.expression, r.evaluator); b != nil {
		b.Evaluate(v.ctx, variables)
	}
}
