package rules

import "github.com/crdtool/crdtool/finding"

var ruleMayReadAbsent = Rule{
	ID: "rule-may-read-absent", Severity: finding.Warning, Profile: Strict, Topic: CEL,
	Title: "expression reads an optional field that it does not always test with has() first",
	Why: `To read a field that is absent is an error in CEL. Where a rule ends in one, the value is refused with "no such
key" in the place of the rule's message; where a messageExpression does, its message is lost. Some values without
the field lead there: put ` + "`has()`" + ` before the reading, or list the field in ` + "`required`" + `.`,
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
				p.reportAbsent(v, r, "%s is optional, but messageExpression reads it without has(): what leaves it out may get no message, for there is \"no such key: %s\"")
			default:
				p.reportAbsent(v, r, "%s is optional, and the rule does not always test it with has() first: it can end in \"no such key: %s\"")
			}
		}
	},
}
