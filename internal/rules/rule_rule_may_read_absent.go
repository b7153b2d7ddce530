package rules

import "github.com/crdtool/crdtool/finding"

var ruleMayReadAbsent = Rule{
	ID: "rule-may-read-absent", Severity: finding.Warning, Profile: Strict, Topic: CEL,
	Title: "expression reads an optional field that it does not always test with has() first",
	Why: `Reading an absent field is an error in CEL. If a rule ends in that error, the value is refused with "no such
key" instead of the message of the rule; if a messageExpression does, its message is lost. This happens for some values
without the field: test for the field with ` + "`has()`" + ` before you read it, or list it in ` + "`required`" + `.`,
	Bad: `
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
  - rule: self.kind != 'Remote' || self.host != 'localhost'
    message: a remote route leads to another host
`,
	Good: `
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
  - rule: self.kind != 'Remote' || has(self.host) && self.host != 'localhost'
    message: a remote route leads to another host
`,
	Version: func(p *Pass, v *Version) {
		for _, r := range v.CEL.AbsentReads() {
			switch {
			case r.Always:
			case r.Expression.Message:
				p.reportAbsent(v, r, "%s is optional, but messageExpression reads it without has(): if it is absent, the message can be lost because of the error \"no such key: %s\"")
			default:
				p.reportAbsent(v, r, "%s is optional, but the rule does not always test it with has() first: it can fail with the error \"no such key: %s\"")
			}
		}
	},
}
