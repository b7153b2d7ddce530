package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/conflict"
)

var boundBeyondRequest = Rule{
	ID: "bound-beyond-request", Severity: finding.Warning, Profile: Strict, Topic: Schema,
	Title: "bound is larger than any object can be",
	Why: `The API server accepts requests of up to 3 MiB, and etcd by default objects of up to 1.5 MiB. A bound above that
has no effect. Choose one that the controller can handle; it also lowers the estimated cost of CEL rules.`,
	Example: `
  name:
    type: string
-   maxLength: 2147483647
+   maxLength: 253
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		for _, c := range []*conflict.Counts{&conflict.StringLengths, &conflict.ItemCounts, &conflict.FieldCounts} {
			if _, most := c.Get(n); most != nil && *most > answer.MaxRequestBytes {
				p.Report(v.Tree.Path(n.ID).Child(c.Most), "%s: %d has no effect: the server accepts no request above 3 MiB (%d bytes)", c.Most, *most, answer.MaxRequestBytes).Help =
					"choose a bound that your controller can handle"
			}
		}
	},
}
