package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var emptyObject = Rule{
	ID: "empty-object", Severity: finding.Warning, Profile: Strict, Topic: Schema, Keywords: []string{"x-kubernetes-preserve-unknown-fields"},
	Title: "object declares no fields",
	Why: `The server drops every field that the schema does not declare, so this object is always empty. That is correct
if only its presence matters, as for one choice among several, which is not reported where the schema or a CEL rule asks
for it. If it is a map, or users have to write something into it,
` + "`additionalProperties`, `properties` or `x-kubernetes-preserve-unknown-fields: true`" + ` is missing. The ` + "`fieldsV1`" + ` of managed
fields, which only a server writes, are not reported.`,
	Example: `
  labels:
    type: object
+   additionalProperties:
+     type: string
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if v.AlwaysEmpty(n) && !meantEmpty(n) && !v.presenceTested(n) && n.Role != schematree.RoleItems && n.Name != "metadata" && n.Name != "fieldsV1" && p.contentLost(v, n) == "" {
			reportEmptyObject(p, v, n)
		}
	},
}
