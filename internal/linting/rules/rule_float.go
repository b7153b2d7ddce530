package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var float = Rule{
	ID: "float", Severity: finding.Warning, Profile: APIReview, Topic: Convention, ByType: true, Narrows: true,
	Title: "field is a floating point number",
	Why: `Clients in different languages may round a floating point number differently when they read and write it, and
comparing two of them for equality is not reliable, so controllers see differences where there are none. The API
conventions forbid them. Use an integer in a smaller unit, or a ` + "`resource.Quantity`" + ` (a string).`,
	Example: `
- ratio:
-   type: number
+ ratioPercent:
+   type: integer
+   format: int32
`,
	Unwalked: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type == "number" && !v.InMetadata(n) {
			p.ReportNode(v, n, "%s is a floating point number", v.Called(n)).Help =
				"use an integer in a smaller unit, or a string that holds a quantity"
		}
	},
}
