package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var itemsWithoutRequired = Rule{
	ID: "items-without-required", Severity: finding.Info, Profile: ByName, Topic: Convention, Keywords: []string{"required"}, ByType: true, Narrows: true,
	Title: "items of a list have no required fields",
	Why: `An item ` + "`{}`" + ` is accepted, and its meaning is unclear. In YAML one dash too many turns one item into two
incomplete ones, which the server cannot notice. Make the field required without which an item makes no sense, or require
one of several with a CEL rule.`,
	Example: `
  routes:
    type: array
    items:
      type: object
+     required: [service]
      properties:
        path: {type: string}
        service: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "array" || !v.InSpec(n) || !v.Own(n) {
			return
		}
		item := v.Items(n)
		if item == nil || item.Type != "object" || item.Properties.Len() == 0 || len(item.Required) > 0 ||
			item.MinProperties() != nil || len(item.XValidations()) > 0 || len(item.OneOf()) > 0 || len(item.AnyOf()) > 0 || len(item.AllOf()) > 0 ||
			v.Embedded(item) {
			return
		}
		p.ReportNode(v, n, "items of %s have no required field, so {} is a valid item", v.Called(n)).Help =
			"require the field without which an item makes no sense"
	},
}
