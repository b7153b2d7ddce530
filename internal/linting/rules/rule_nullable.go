package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var nullable = Rule{
	ID: "nullable", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true,
	Title: "field is nullable",
	Why: `A nullable field has three states: it has a value, it is null, or it is absent. Most clients, including those in
Go, know only two, and drop the null when they write the object back. In a patch of kubectl, null removes the field.
Remove nullable: the server then drops a null as if it had not been written.`,
	Example: `
  size:
    type: string
-   nullable: true
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Nullable && !v.InMetadata(n) && !v.Given(n) {
			help := "remove nullable: a null is then dropped"
			if n.Role == schematree.RoleItems {
				help = "remove nullable: a null is then refused"
			}
			p.ReportNode(v, n, "%s is nullable, so it can be null as well as absent, which most clients cannot tell apart", v.Called(n)).Help = help
		}
	},
}
