package rules

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var ruleReadsAbsent = Rule{
	ID: "rule-reads-absent", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "rule reads an optional field without has(), so that every value without it is refused",
	Why: `Reading an absent field is an error in CEL, and if a rule ends in an error, the value is refused with
"no such key" instead of the message of the rule. Here every value without the field is refused, although the field
is optional. Test for it (` + "`!has(self.host) || self.host != 'localhost'`" + `), or
list it in ` + "`required`" + `. Fields with a default are always present. Where the rule would refuse the empty value of
the field as well, as ` + "`size(self.host) > 0`" + ` does, its author wants the field to be there, and the rule
rule-may-read-absent reports it. Several rules of one value that read the same field are one finding.`,
	Example: `
  route:
    type: object
    properties:
      host:
        type: string
        maxLength: 253
    x-kubernetes-validations:
-   - rule: self.host != 'localhost'
+   - rule: "!has(self.host) || self.host != 'localhost'"
      message: host is of another machine
`,
	Version: func(p *Pass, v *Version) {
		// Rules of one value that read the same absent fields refuse the same values.
		var groups [][][]celfacts.AbsentRead
		eachAbsent(v, celfacts.AbsentRead.Unwanted, func(of []celfacts.AbsentRead) {
			for i := len(groups) - 1; i >= 0 && groups[i][0][0].Expression.Node == of[0].Expression.Node; i-- {
				if v.readSame(groups[i][0], of) {
					groups[i] = append(groups[i], of)
					return
				}
			}
			groups = append(groups, [][]celfacts.AbsentRead{of})
		})
		for _, g := range groups {
			of := g[0]
			what := "value"
			if v.CEL.UpdateOnly(of[0].Expression) {
				what = "update"
			}
			f := p.reportAbsent(v, of, "the rule reads", "without has(): every "+what+" without "+oneOf(of)+" is refused")
			for _, other := range g[1:] {
				e := other[0].Expression
				f.Related = append(f.Related, finding.Related{Message: fmt.Sprintf("rule %d reads %s as well", e.Rule+1, itOrThem(of)), Path: e.Path})
			}
		}
	},
}

// readSame reports whether two expressions of one value read the same absent fields.
func (v *Version) readSame(a, b []celfacts.AbsentRead) bool {
	x, y := a[0].Expression, b[0].Expression
	return x.Message == y.Message && v.CEL.UpdateOnly(x) == v.CEL.UpdateOnly(y) &&
		slices.EqualFunc(a, b, func(a, b celfacts.AbsentRead) bool { return celtext.Of(a.At) == celtext.Of(b.At) })
}
