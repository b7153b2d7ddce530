package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var emptyBranch = Rule{
	ID: "empty-branch", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "branch of allOf, anyOf, oneOf or not is empty, so every value matches it",
	Why: `Every value matches an empty schema. So ` + "`not: {}`" + ` refuses everything, an ` + "`anyOf`" + ` with an empty branch
accepts everything, and in a ` + "`oneOf`" + ` with an empty branch no other branch may match. The same is true of a branch that
names fields without restricting them: ` + "`properties: {git: {}}` does not require git, `required: [git]` does.",
	Example: `
  source:
    type: object
    anyOf:
    - required:
      - git
-   - {}
+   - required:
+     - image
    properties:
      git:
        type: string
      image:
        type: string
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !n.Role.Junctor() || !schemafacts.SaysNothing(n.Schema) {
			return
		}
		var follows string
		parent := v.Parent(n)
		switch n.Role {
		case schematree.RoleNot:
			follows = v.consequence(parent)
		case schematree.RoleAllOf:
			follows = "it has no effect"
		case schematree.RoleAnyOf:
			follows = "anyOf accepts every value, whatever its other branches are"
		case schematree.RoleOneOf:
			follows = "values that match another branch of oneOf are refused"
			if len(parent.OneOf()) == 1 {
				follows = "oneOf accepts every value"
			}
		}
		f := p.ReportNode(v, n, "this branch is empty, so every value matches it: %s", follows)
		if n.Properties.Len() > 0 {
			f.Help = "properties does not require fields; to require one of several, write a branch with required for each"
		}
	},
}
