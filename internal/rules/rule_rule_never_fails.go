package rules

import (
	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/finding"
)

var ruleNeverFails = Rule{
	ID: "rule-never-fails", Severity: finding.Warning, Profile: Strict, Topic: CEL,
	Title: "every value that the schema accepts satisfies the CEL rule, too",
	Why: `The rule checks nothing: it asks for a field that is required anyway, compares a value with itself, leaves a way out
that is always open, or says again what an enum or a bound says. It costs time and budget, and may be a slip.
It is found only where the schema and the expression leave no doubt.`,
	Bad: `
route:
  type: object
  required: [host]
  properties:
    host:
      type: string
      maxLength: 253
    target:
      type: string
      maxLength: 253
  x-kubernetes-validations:
  - rule: has(self.host) || has(self.target)
    message: a host or a target is needed
`,
	Good: `
route:
  type: object
  properties:
    host:
      type: string
      maxLength: 253
    target:
      type: string
      maxLength: 253
  x-kubernetes-validations:
  - rule: has(self.host) || has(self.target)
    message: a host or a target is needed
`,
	Expression: func(p *Pass, v *Version, e *celcost.Expression) {
		if passes, fails := v.CEL.Outcomes(e); passes && !fails {
			p.ReportIn(e, 0, "every value of %s that the schema accepts satisfies this rule: remove it, or change what is always true", v.Called(&v.Tree.Nodes[e.Node]))
		}
	},
}
