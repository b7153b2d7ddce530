package rules

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/finding"
)

var ruleNeverPasses = Rule{
	ID: "rule-never-passes", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "no value that the schema passes can pass the rule",
	Why: `What the rule asks for contradicts the schema or itself, so that the field is of no use: every object that has it is
refused. It is found only where the schema and the expression leave no doubt.`,
	Bad: `
replicas:
  type: integer
  minimum: 1
  maximum: 9
  x-kubernetes-validations:
  - rule: self < 1 || self > 9
    message: too few or too many replicas
`,
	Good: `
replicas:
  type: integer
  minimum: 1
  maximum: 9
  x-kubernetes-validations:
  - rule: self < 4 || self > 6
    message: few or many replicas
`,
	Expression: func(p *Pass, v *Version, e *celcost.Expression) {
		if passes, fails := v.verdicts(e); fails && !passes {
			p.ReportIn(e, 0, "no value of %s passes this rule: change it, or the schema", v.Called(&v.Tree.Nodes[e.Node]))
		}
	},
}

// verdicts returns what a rule can come to, for values that the schema passes:
// neither if that is not certain, and both at least if it may be either.
func (v *Version) verdicts(e *celcost.Expression) (passes, fails bool) {
	if e.Message || !wholly(e.AST().Expr()) {
		return false, false
	}
	s := newSupposition(v, e)
	whole := s.each(func() bool {
		if s.outcomeOf(e, e) == isTrue {
			passes = true
		} else {
			fails = true
		}
		return !passes || !fails
	})
	if !whole && passes != fails {
		return false, false
	}
	return passes, fails
}

// wholly reports whether a supposition knows all that an expression can come to:
// it goes through no list, and reads no item that may be missing.
func wholly(e ast.Expr) bool {
	known := true
	ast.PreOrderVisit(e, ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.ComprehensionKind:
			known = false
		case ast.CallKind:
			known = known && e.AsCall().FunctionName() != operators.Index
		}
	}))
	return known
}
