package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var keepsUnknownFields = Rule{
	ID: "keeps-unknown-fields", Severity: finding.Warning, Profile: APIReview, Topic: Schema, Narrows: true,
	Title: "spec, status or the whole object keeps fields that the schema doesn't declare",
	Why: "With `x-kubernetes-preserve-unknown-fields: true`" + ` the server stores all fields. A misspelt field is kept
without a warning, and a field that a later version of the schema declares may already be stored with another type.
Declare the fields, and preserve unknown ones only in the field that needs it.`,
	Example: `
  spec:
    type: object
-   x-kubernetes-preserve-unknown-fields: true
+   properties:
+     values:
+       type: object
+       x-kubernetes-preserve-unknown-fields: true
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !n.PreservesUnknownFields() {
			return
		}
		what := ""
		switch {
		case n.ID == 0:
			what = "the object"
		case n.Parent == 0 && (n.Name == "spec" || n.Name == "status"):
			what = n.Name
		default:
			return
		}
		p.Report(v.Tree.Path(n.ID).Child("x-kubernetes-preserve-unknown-fields"), "%s keeps fields that the schema does not declare, so misspelt ones go unnoticed", what).Help =
			"declare the fields, and preserve unknown ones only in the field that needs it"
	},
}
