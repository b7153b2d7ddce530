package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var defaultOnRequired = Rule{
	ID: "default-on-required", Severity: finding.Warning, Profile: APIReview, Topic: Schema, Keywords: []string{"optional"}, Narrows: true,
	Title: "required field has a default",
	Why: `The server sets defaults before it checks required fields, so this field is never missing and
` + "`required`" + ` has no effect on the server. Clients and documentation that are generated from the schema still require
the field, and validators that set no defaults refuse objects that the server accepts. Fields of types of
the Kubernetes API are not reported.`,
	Example: `
  port:
    type: object
-   required:
-   - number
    properties:
      number:
        type: integer
        default: 80
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Default != nil && v.Required(n) && v.Own(n) {
			p.ReportNode(v, n, "%s is required and has a default, so it is never missing", v.Called(n)).Help =
				"remove it from required, or remove the default if everybody is to choose"
		}
	},
}
