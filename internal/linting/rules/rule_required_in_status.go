package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var requiredInStatus = Rule{
	ID: "required-in-status", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Keywords: []string{"optional"},
	Title: "required field directly under status",
	Why: `The fields of a status are set one after the other, often by several controllers. Each write is refused until all
required fields are set, so the first controller cannot even report why the others fail. And after a required field is
added, every update of the status of an old object fails. Make the fields of the status optional, or give them a
default.`,
	Example: `
  status:
    type: object
-   required: [address]
    properties:
      address: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Role != schematree.RoleProperty || !conventions.IsStatus(n) || v.Given(n) {
			return
		}
		at := v.Tree.Path(n.ID).Child("required")
		for i, name := range n.Required {
			if f := v.Child(n, name); f != nil && (v.Given(f) || f.Default != nil) {
				continue // the server sets defaults before it checks required fields
			}
			p.Report(at.Index(i), "status.%s is required, so no status can be written without it", name).Help = "make it optional"
		}
	},
}
