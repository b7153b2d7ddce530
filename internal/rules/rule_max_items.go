package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var maxItems = Rule{
	ID: "max-items", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true,
	Title: "list or map of the spec has no bound",
	Why: `Without ` + "`maxItems`, or `maxProperties`" + ` for a map, only the size of a request bounds a list. Controllers
meet lists that nobody tried, and CEL rules over the list are refused because the server has to assume the
worst. A bound can be raised at any time, but hardly be lowered.`,
	Bad: `
hosts:
  type: array
  items: {type: string}
`,
	Good: `
hosts:
  type: array
  maxItems: 64
  items: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.OwnValue(n) || !v.InSpec(n) {
			return
		}
		switch {
		case n.Type == "array" && n.MaxItems == nil:
			p.ReportNode(v, n, "%s has no maxItems", v.Called(n)).Help = "add the most that makes sense"
		case n.Type == "object" && v.Values(n) != nil && n.MaxProperties == nil:
			p.ReportNode(v, n, "%s has no maxProperties", v.Called(n)).Help = "add the most that makes sense"
		}
	},
}
