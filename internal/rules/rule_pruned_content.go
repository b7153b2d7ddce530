package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var prunedContent = Rule{
	ID: "pruned-content", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "object declares no fields, so the server drops all that is written into it",
	Why: `The server drops every field that the schema doesn't declare. In an object without ` + "`properties`" + ` that is all
of them. As an item of a list, or as the metadata of a template, such an object has no use. Declare the fields, or keep
whatever there is with ` + "`x-kubernetes-preserve-unknown-fields: true`" + `. Beside ` + "`additionalProperties: true`" + ` the
fields are kept, but what is in those that are objects is dropped. Objects that are there or not, and say no more by
that, are left to the rule empty-object.`,
	Bad: `
rules:
  type: array
  items:
    type: object
`,
	Good: `
rules:
  type: array
  items:
    type: object
    properties:
      host:
        type: string
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if ap := n.AdditionalProperties; ap != nil && ap.Allows && ap.Schema == nil && v.DropsContent(n) {
			p.Report(v.Tree.Path(n.ID).Child("additionalProperties"), "additionalProperties: true keeps the fields of %s, but the server drops what is in those that are objects", v.Called(n)).Help =
				"use instead: x-kubernetes-preserve-unknown-fields: true"
			return
		}
		if v.AlwaysEmpty(n) && (n.Role == schema.RoleItems || n.Role == schema.RoleProperty && n.Name == "metadata") {
			reportEmptyObject(p, v, n)
		}
	},
}
