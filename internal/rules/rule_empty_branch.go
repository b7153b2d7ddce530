package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemafacts"
	"github.com/crdtool/crdtool/schema"
)

var emptyBranch = Rule{
	ID: "empty-branch", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "branch of allOf, anyOf or oneOf is empty, so it always holds",
	Why: `An empty schema holds for every value. So ` + "`not: {}`" + ` refuses everything, an ` + "`anyOf`" + ` with an empty branch
allows everything, and in a ` + "`oneOf`" + ` no other branch may hold beside it. So it is with a branch that
names fields and says nothing of them: ` + "`properties: {git: {}}` doesn't ask for git, `required: [git]` does.",
	Bad: `
source:
  type: object
  anyOf:
  - required:
    - git
  - {}
  properties:
    git:
      type: string
    image:
      type: string
`,
	Good: `
source:
  type: object
  anyOf:
  - required:
    - git
  - required:
    - image
  properties:
    git:
      type: string
    image:
      type: string
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !n.Role.Junctor() || !schemafacts.SaysNothing(n.Schema) {
			return
		}
		var follows string
		parent := v.Parent(n)
		switch n.Role {
		case schema.RoleNot:
			follows = v.consequence(parent)
		case schema.RoleAllOf:
			follows = "it does nothing"
		case schema.RoleAnyOf:
			follows = "so does anyOf, whatever its other branches say"
		case schema.RoleOneOf:
			follows = "no other branch of oneOf may hold"
			if len(parent.OneOf) == 1 {
				follows = "so does oneOf"
			}
		}
		f := p.ReportNode(v, n, "this branch is empty and always holds: %s", follows)
		if n.Properties.Len() > 0 {
			f.Help = "properties doesn't ask for fields; to ask for one of them, give each a branch with required"
		}
	},
}
