package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var prunedContent = Rule{
	ID: "pruned-content", Severity: finding.Warning, Profile: Default, Topic: Schema, Keywords: []string{"x-kubernetes-preserve-unknown-fields"},
	Title: "object declares no fields, so the server drops all fields in it",
	Why: `The server drops every field that the schema does not declare. In an object without ` + "`properties`" + ` these are all
fields. As an item of a list, or as the metadata of a template, such an object is useless. Declare the fields, or keep
all fields with ` + "`x-kubernetes-preserve-unknown-fields: true`" + `. With ` + "`additionalProperties: true`" + ` the
fields are kept, but the fields of objects in them are dropped. Other objects without fields, of which the presence alone
may matter, are reported by the rule empty-object. Neither reports an object whose description says that it is empty,
or whose default or example is.`,
	Example: `
  rules:
    type: array
    items:
      type: object
+     properties:
+       host:
+         type: string
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if ap := n.AdditionalProperties; ap != nil && ap.Allows && ap.Schema == nil && v.DropsContent(n) {
			f := p.Report(v.Tree.Path(n.ID).Child("additionalProperties"), "additionalProperties: true keeps the fields of %s, but the server drops the contents of those that are objects", v.Called(n))
			f.Help = "write instead: x-kubernetes-preserve-unknown-fields: true"
			f.YAML = []string{keepUnknown}
			return
		}
		if v.AlwaysEmpty(n) && !meantEmpty(n) && (n.Role == schematree.RoleItems || n.Role == schematree.RoleProperty && n.Name == "metadata") {
			reportEmptyObject(p, v, n)
		}
	},
}
