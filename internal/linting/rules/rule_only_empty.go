package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/conflict"
)

var onlyEmpty = Rule{
	ID: "only-empty", Severity: finding.Warning, Profile: Strict, Topic: Schema,
	Title: "field can only be empty",
	Why:   "With `maxLength: 0`, `maxItems: 0`, `maxProperties: 0` or `additionalProperties: false` only the empty value is accepted. To forbid the field, remove it.",
	Example: `
  hosts:
    type: array
-   maxItems: 0
+   maxItems: 10
    items:
      type: string
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if ap := n.AdditionalProperties; n.Type == "object" && ap != nil && !ap.Allows && n.Properties.Len() == 0 {
			p.Report(v.Tree.Path(n.ID).Child("additionalProperties"), "with additionalProperties: false %s can only be empty", v.Called(n))
		}
		for _, c := range []struct {
			typ    string
			counts *conflict.Counts
		}{{"string", &conflict.StringLengths}, {"array", &conflict.ItemCounts}, {"object", &conflict.FieldCounts}} {
			if _, most := c.counts.Get(n); n.Type == c.typ && most != nil && *most == 0 && c.counts.Conflict([]*schematree.Node{n}) == nil {
				p.Report(v.Tree.Path(n.ID).Child(c.counts.Most), "%s: 0 allows %s only to be empty", c.counts.Most, v.Called(n))
			}
		}
	},
}
