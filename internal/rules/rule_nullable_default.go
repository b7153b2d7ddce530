package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var nullableDefault = Rule{
	ID: "nullable-default", Severity: finding.Warning, Profile: Strict, Topic: Schema,
	Title: "nullable field has a default",
	Why: `The default is set where the field is absent. A null is kept where the field is nullable, and replaced by the
default where it is not. So a controller sees the default or null, by how the author of the object left the field out.`,
	Bad: `
mode:
  type: string
  nullable: true
  default: Fast
`,
	Good: `
mode:
  type: string
  default: Fast
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Default != nil && n.Nullable && len(n.Enum) == 0 && v.Field(n) {
			p.Report(v.Tree.Path(n.ID).Child("nullable"), "%s is nullable and has a default: where it is absent the default is set, but a null stays null", v.Called(n)).Help =
				"remove nullable: a null is then replaced by the default"
		}
	},
}
