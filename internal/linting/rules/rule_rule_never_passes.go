package rules

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var ruleNeverPasses = Rule{
	ID: "rule-never-passes", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "no value that the schema accepts can satisfy the CEL rule",
	Why: `The rule contradicts the schema or itself, so that the field cannot be used: every object that has it is
refused. So does a comparison with ` + "`null`" + `: a field that is null is absent to CEL rules, so that
` + "`self.route == null`" + ` is false, or fails where there is no route; ` + "`!has(self.route)`" + ` asks that. The rule is
only reported if the schema and the expression leave no doubt.`,
	Example: `
  replicas:
    type: integer
    minimum: 1
    maximum: 9
    x-kubernetes-validations:
-   - rule: self < 1 || self > 9
-     message: too few or too many replicas
+   - rule: self < 4 || self > 6
+     message: few or many replicas
`,
	Expression: func(p *Pass, v *Version, e *celcost.Expression) {
		if v.CEL.NeverPasses(e) {
			f := p.ReportIn(e, 0, "no value of %s satisfies this rule: change the rule or the schema", v.Called(&v.Tree.Nodes[e.Node]))
			switch what := comparedWithNull(e.AST().Expr()); {
			case what == nil:
			case what.Kind() == ast.SelectKind:
				f.Help = "to ask for objects without " + celtext.Of(what) + ", write !has(" + celtext.Of(what) + "): a field that is null is absent to rules, so that no comparison with null holds"
			default:
				f.Help = "a value that is null is absent to rules, so that no comparison of " + celtext.Of(what) + " with null holds"
			}
		}
	},
}

// comparedWithNull returns the first operand in a conjunction that must equal null, or nil.
func comparedWithNull(e ast.Expr) ast.Expr {
	if e.Kind() != ast.CallKind || len(e.AsCall().Args()) != 2 {
		return nil
	}
	a, b := e.AsCall().Args()[0], e.AsCall().Args()[1]
	switch e.AsCall().FunctionName() {
	case operators.LogicalAnd:
		if found := comparedWithNull(a); found != nil {
			return found
		}
		return comparedWithNull(b)
	case operators.Equals:
		switch {
		case isNull(b):
			return a
		case isNull(a):
			return b
		}
	}
	return nil
}

func isNull(e ast.Expr) bool { return e.Kind() == ast.LiteralKind && e.AsLiteral() == types.NullValue }
