package rules

import (
	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var ruleMayReadAbsent = Rule{
	ID: "rule-may-read-absent", Severity: finding.Warning, Profile: Strict, Topic: CEL,
	Title: "expression reads an optional field that it does not always test with has() first",
	Why: `Reading an absent field is an error in CEL. If a rule ends in that error, the value is refused with "no such
key" instead of the message of the rule; if a messageExpression does, its message is lost. This happens for some values
without the field, or for all where the rule is meant to refuse them: test for the field with ` + "`has()`" + ` before you
read it, or list it in ` + "`required`" + `.`,
	Example: `
  route:
    type: object
    required: [kind]
    properties:
      kind:
        type: string
        maxLength: 63
      host:
        type: string
        maxLength: 253
    x-kubernetes-validations:
-   - rule: self.kind != 'Remote' || self.host != 'localhost'
+   - rule: self.kind != 'Remote' || has(self.host) && self.host != 'localhost'
      message: a remote route leads to another host
`,
	Version: func(p *Pass, v *Version) {
		eachAbsent(v, celfacts.AbsentRead.IsWanted, func(of []celfacts.AbsentRead) {
			p.reportAbsent(v, of, "the rule reads", "without has(): every value "+withAll(of)+"without "+oneOf(of)+" is refused")
		})
		eachAbsent(v, celfacts.AbsentRead.Sometimes, func(of []celfacts.AbsentRead) {
			if !of[0].Expression.Message {
				p.reportAbsent(v, of, "the rule does not always test", "with has() first: it can fail")
				return
			}
			p.reportAbsent(v, of, "messageExpression reads", "without has(): if "+oneOf(of)+" is absent, the message can be lost")
		})
	},
}
