package rules

import "github.com/crdtool/crdtool/finding"

var ruleReadsAbsent = Rule{
	ID: "rule-reads-absent", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "rule reads an optional field without has(), so that every value without it is refused",
	Why: `To read a field that is absent is an error in CEL, and a rule that ends in an error refuses the value with
"no such key" in the place of the rule's message. Here no value passes that leaves the field out, although the
schema says that it may be left out. Test for it (` + "`!has(self.host) || self.host != 'localhost'`" + `), or
list it in ` + "`required`" + `. Fields that have a default are always there.`,
	Bad: `
route:
  type: object
  properties:
    host:
      type: string
      maxLength: 253
  x-kubernetes-validations:
  - rule: self.host != 'localhost'
    message: host is of another machine
`,
	Good: `
route:
  type: object
  properties:
    host:
      type: string
      maxLength: 253
  x-kubernetes-validations:
  - rule: "!has(self.host) || self.host != 'localhost'"
    message: host is of another machine
`,
	Version: func(p *Pass, v *Version) {
		for _, r := range v.CEL.AbsentReads() {
			if !r.Always {
				continue
			}
			what := "value"
			if v.CEL.UpdateOnly(r.Expression) {
				what = "update"
			}
			p.reportAbsent(v, r, "%s is optional, but the rule reads it without has(): no "+what+" without it passes, for there is \"no such key: %s\"")
		}
	},
}
