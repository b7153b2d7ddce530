package rules

import (
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var ruleNeverFails = Rule{
	ID: "rule-never-fails", Severity: finding.Warning, Profile: Strict, Topic: CEL,
	Title: "every value that the schema accepts satisfies the CEL rule, too",
	Why: `The rule has no effect: it requires a field that is required anyway, compares a value with itself, has an
alternative that is always true, or repeats an enum or a bound. It takes time, counts against the cost budget, and may be
a mistake. It is only reported if the schema and the expression leave no doubt, and not where the rule compares a field
with a value that is not in its enum, which rule-outside-enum reports.`,
	Example: `
  route:
    type: object
-   required: [host]
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
		if len(outsideEnum(v, e)) > 0 {
			return // rule-outside-enum reports the cause
		}
		if passes, fails := v.CEL.Results(e); passes && !fails {
			p.ReportIn(e, 0, "every value of %s that the schema accepts satisfies this rule: remove it, or change what is always true", v.Called(&v.Tree.Nodes[e.Node]))
		}
	},
}
