package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var unionDiscriminator = Rule{
	ID: "union-discriminator", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true, Narrows: true,
	Title: "union without a discriminator",
	Why: `If exactly one of several fields may be set, the API conventions recommend another field that names
it, such as ` + "`type`" + `. Clients then don't have to check all fields, and a client that is older than the field
that is set can tell that there is one it doesn't know, instead of seeing an empty object.`,
	Example: `
  source:
    type: object
-   oneOf:
-   - required: [git]
-   - required: [image]
+   required: [type]
+   x-kubernetes-validations:
+   - rule: "self.type == 'Git' ? has(self.git) : !has(self.git)"
+     message: git is required when type is Git, and forbidden otherwise
+   - rule: "self.type == 'Image' ? has(self.image) : !has(self.image)"
+     message: image is required when type is Image, and forbidden otherwise
    properties:
+     type: {type: string, enum: [Git, Image]}
      git: {type: object, x-kubernetes-preserve-unknown-fields: true}
      image: {type: object, x-kubernetes-preserve-unknown-fields: true}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if len(n.OneOf()) < 2 || !v.OwnValue(n) {
			return
		}
		var members []string
		for _, branch := range n.OneOf() {
			if len(branch.Required) != 1 || n.Property(branch.Required[0]) == nil {
				return
			}
			members = append(members, branch.Required[0])
		}
		for _, name := range n.Required {
			if f := n.Property(name); f != nil && len(f.Enum) > 1 {
				return
			}
		}
		p.ReportNode(v, n, "%s must have exactly one of %s, but has no field that says which one", v.Called(n), prose.And(members)).Help =
			"add a required string with an enum of their names"
	},
}
