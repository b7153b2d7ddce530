package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var boolean = Rule{
	ID: "boolean", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true, Narrows: true,
	Title: "field in spec is a boolean",
	Why: `Many fields start as a boolean and later need a third value, which cannot be added to a boolean. A string
with an enum of two values is also easier to read, and values can be added to it. A boolean is fine where there can
never be a third state, so this rule is off unless it is switched on by its name.`,
	Example: `
- sticky:
-   type: boolean
+ sessionAffinity:
+   type: string
+   enum: [None, ClientIP]
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type == "boolean" && v.InSpec(n) && v.Own(n) {
			p.ReportNode(v, n, "%s is a boolean, which can never get a third value", v.Called(n)).Help =
				"use a string with an enum of values that say what they do"
		}
	},
}
