package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var numericBounds = Rule{
	ID: "numeric-bounds", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true,
	Title: "number of the spec has no minimum or no maximum",
	Why: `Hardly any number makes sense over its whole range. Bounds in the schema refuse the zero, the negative
number and the typing error with three zeros too many before a controller acts on them.`,
	Bad: `
workers:
  type: integer
  format: int32
`,
	Good: `
workers:
  type: integer
  format: int32
  minimum: 1
  maximum: 256
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Type != "integer" && n.Type != "number" || len(n.Enum) > 0 || !v.OwnValue(n) || !v.InSpec(n) {
			return
		}
		switch {
		case n.Minimum == nil && n.Maximum == nil:
			p.ReportNode(v, n, "%s has neither a minimum nor a maximum", v.Called(n)).Help = "add the bounds of what makes sense"
		case n.Minimum == nil:
			p.ReportNode(v, n, "%s has no minimum", v.Called(n)).Help = "add the least that makes sense"
		case n.Maximum == nil:
			p.ReportNode(v, n, "%s has no maximum", v.Called(n)).Help = "add the most that makes sense"
		}
	},
}
