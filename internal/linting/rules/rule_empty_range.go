package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/conflict"
)

var emptyRange = Rule{
	ID: "empty-range", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "no value satisfies the bounds",
	Why: `The server accepts a CRD whose lower bound is above the upper one, and then refuses every
value. The same is true of ` + "`minLength` and `maxLength`, `minItems` and `maxItems`, `minProperties` and\n`maxProperties`" + `, of a ` + "`multipleOf`" + ` without a multiple in the range or that is not above 0, of a
` + "`pattern`" + ` that only matches strings longer than ` + "`maxLength`" + `, and of a ` + "`maxProperties`" + ` below the number of fields that are
required or have defaults.`,
	Example: `
  port:
    type: integer
-   minimum: 65535
-   maximum: 1
+   minimum: 1
+   maximum: 65535
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		spine := v.OutsideJunctors(n)
		if spine == nil || spine.XIntOrString || v.InMetadata(spine) {
			return
		}
		if c := conflict.FindInBounds(v.Tree, spine, []*schematree.Node{n}); c != nil {
			p.Report(v.Tree.Path(n.ID).Child(c.Keyword), "%s: %s", c.Why, v.consequence(n))
		}
	},
}
