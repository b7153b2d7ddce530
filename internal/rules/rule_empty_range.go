package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/conflict"
	"github.com/crdtool/crdtool/schema"
)

var emptyRange = Rule{
	ID: "empty-range", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "bounds leave no value",
	Why: `The server accepts a CRD whose lower bound is above the upper one, and then refuses every
value. The same goes for ` + "`minLength` and `maxLength`, `minItems` and `maxItems`, `minProperties` and\n`maxProperties`" + `, for a ` + "`multipleOf`" + ` without a multiple in the range or that isn't above 0, for a
` + "`pattern`" + ` that is longer than ` + "`maxLength`" + `, and for a ` + "`maxProperties`" + ` below the number of fields that are
required or have defaults.`,
	Bad: `
port:
  type: integer
  minimum: 65535
  maximum: 1
`,
	Good: `
port:
  type: integer
  minimum: 1
  maximum: 65535
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		spine := v.Spine(n)
		if spine == nil || spine.XIntOrString || v.InMetadata(spine) {
			return
		}
		if c := conflict.FindInBounds(v.Tree, spine, []*schema.Node{n}); c != nil {
			p.Report(v.Tree.Path(n.ID).Child(c.Keyword), "%s: %s", c.Why, v.consequence(n))
		}
	},
}
