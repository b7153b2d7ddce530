package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var maxItems = Rule{
	ID: "max-items", Severity: finding.Info, Profile: ByName, Topic: Convention, Keywords: []string{"maxItems"}, ByType: true, Narrows: true,
	Title: "list or map in spec has no maxItems or maxProperties",
	Why: `Without ` + "`maxItems`, or `maxProperties`" + ` for a map, only the size of a request limits a list or map.
Controllers get larger lists than were ever tested, and CEL rules over the list are refused because the server has to
assume the largest one. A bound can be raised at any time, but lowering it breaks users.`,
	Example: `
  hosts:
    type: array
+   maxItems: 64
    items: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.OwnValue(n) || !v.InSpec(n) {
			return
		}
		switch {
		case n.Type == "array" && n.MaxItems == nil:
			p.ReportNode(v, n, "%s has no maxItems", v.Called(n)).Help = "set it to the largest number of items that makes sense"
		case n.Type == "object" && v.Values(n) != nil && n.MaxProperties() == nil:
			p.ReportNode(v, n, "%s has no maxProperties", v.Called(n)).Help = "set it to the largest number of entries that makes sense"
		}
	},
}
