package rules

import (
	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/finding"
)

var ruleNeverPasses = Rule{
	ID: "rule-never-passes", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "no value that the schema accepts can satisfy the CEL rule",
	Why: `The rule contradicts the schema or itself, so that the field can't be used: every object that has it is
refused. It is only reported if the schema and the expression leave no doubt.`,
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
		if v.CEL.NeverPasses(e) {
			p.ReportIn(e, 0, "no value of %s satisfies this rule: change the rule or the schema", v.Called(&v.Tree.Nodes[e.Node]))
		}
	},
}
