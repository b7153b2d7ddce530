package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var nullable = Rule{
	ID: "nullable", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true,
	Title: "field is nullable",
	Why: `A nullable field has three states: it has a value, it is null, it isn't there. Most clients, Go's among
them, know two, and drop the null when they write the object back. kubectl takes a null in a patch as an order
to remove the field. Leave nullable out: the server then drops a null as if it had not been written.`,
	Bad: `
size:
  type: string
  nullable: true
`,
	Good: `
size:
  type: string
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Nullable && !v.InMetadata(n) && !v.Given(n) {
			help := "remove nullable: a null is then dropped"
			if n.Role == schema.RoleItems {
				help = "remove nullable: a null is then refused"
			}
			p.ReportNode(v, n, "%s is nullable, and null means something else than absence", v.Called(n)).Help = help
		}
	},
}
