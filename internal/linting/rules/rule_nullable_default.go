package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var nullableDefault = Rule{
	ID: "nullable-default", Severity: finding.Warning, Profile: Strict, Topic: Schema, Narrows: true,
	Title: "nullable field has a default",
	Why: `The default is set if the field is absent. A null is kept if the field is nullable, and replaced by the
default if it is not. So whether a controller sees the default or null depends on how the field was left empty.`,
	Example: `
  mode:
    type: string
-   nullable: true
    default: Fast
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Default != nil && n.Nullable && len(n.Enum) == 0 && v.Field(n) {
			p.Report(v.Tree.Path(n.ID).Child("nullable"), "%s is nullable and has a default: if it is absent the default is set, but null stays null", v.Called(n)).Help =
				"remove nullable: null is then replaced by the default"
		}
	},
}
