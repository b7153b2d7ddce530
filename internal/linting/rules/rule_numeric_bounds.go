package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var numericBounds = Rule{
	ID: "numeric-bounds", Severity: finding.Info, Profile: ByName, Topic: Convention, Keywords: []string{"minimum", "maximum"}, ByType: true, Narrows: true,
	Title: "number in spec has no minimum or no maximum",
	Why: `Few numbers make sense over their whole range. With bounds in the schema the server refuses a zero, a negative
number or a number with three zeros too many before a controller acts on it.`,
	Example: `
  workers:
    type: integer
    format: int32
+   minimum: 1
+   maximum: 256
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "integer" && n.Type != "number" || len(n.Enum) > 0 || !v.OwnValue(n) || !v.InSpec(n) {
			return
		}
		switch {
		case n.Minimum == nil && n.Maximum == nil:
			p.ReportNode(v, n, "%s has neither a minimum nor a maximum", v.Called(n)).Help = "set both to the bounds that make sense"
		case n.Minimum == nil:
			p.ReportNode(v, n, "%s has no minimum", v.Called(n)).Help = "set it to the smallest number that makes sense"
		case n.Maximum == nil:
			p.ReportNode(v, n, "%s has no maximum", v.Called(n)).Help = "set it to the largest number that makes sense"
		}
	},
}
