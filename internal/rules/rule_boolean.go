package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var boolean = Rule{
	ID: "boolean", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true,
	Title: "field of the spec is a boolean",
	Why: `Many ideas start as boolean and turn out to have a third value, which a boolean can't get. A string
with an enum of two values reads better, too, and grows. Booleans are fine where there never can be a third
state, and so this rule is on only where it is asked for.`,
	Bad: `
sticky:
  type: boolean
`,
	Good: `
sessionAffinity:
  type: string
  enum: [None, ClientIP]
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Type == "boolean" && v.InSpec(n) && v.Own(n) {
			p.ReportNode(v, n, "%s is a boolean, which can never get a third value", v.Called(n)).Help =
				"use a string with an enum of values that say what they do"
		}
	},
}
