package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/celfacts"
)

var ruleReadsAbsent = Rule{
	ID: "rule-reads-absent", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "rule reads an optional field without has(), so that every value without it is refused",
	Why: `Reading an absent field is an error in CEL, and if a rule ends in an error, the value is refused with
"no such key" instead of the message of the rule. Here every value without the field is refused, although the field
is optional. Test for it (` + "`!has(self.host) || self.host != 'localhost'`" + `), or
list it in ` + "`required`" + `. Fields with a default are always present. Where the rule would refuse the empty value of
the field as well, as ` + "`size(self.host) > 0`" + ` does, its author wants the field to be there, and the rule
rule-may-read-absent reports it.`,
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
		eachAbsent(v, celfacts.AbsentRead.Unwanted, func(of []celfacts.AbsentRead) {
			what := "value"
			if v.CEL.UpdateOnly(of[0].Expression) {
				what = "update"
			}
			p.reportAbsent(v, of, "the rule reads", "without has(): every "+what+" without "+oneOf(of)+" is refused")
		})
	},
}
