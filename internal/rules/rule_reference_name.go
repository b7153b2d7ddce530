package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/conventions"
	"github.com/crdtool/crdtool/schema"
)

var referenceName = Rule{
	ID: "reference-name", Severity: finding.Info, Profile: APIReview, Topic: Convention, ByType: true,
	Title: "reference to an object whose name doesn't end in Ref",
	Why: `The API conventions name a reference to another object for its purpose, with Ref at the end, and Refs
for a list of them: ` + "`targetRef`, `secretRef`" + `. A reader then knows that the object is elsewhere, and an
object of the same purpose that is written in place can be added later under the name without Ref.`,
	Bad: `
issuer:
  type: object
  required: [kind, name]
  properties:
    group: {type: string}
    kind: {type: string}
    name: {type: string}
`,
	Good: `
issuerRef:
  type: object
  required: [kind, name]
  properties:
    group: {type: string}
    kind: {type: string}
    name: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.Own(n) || conventions.NamedReference(n.Name) {
			return
		}
		object := conventions.Referred(v.Tree, n)
		if object == nil || object.Type != "object" || object.Properties.Len() == 0 {
			return
		}
		suffix := "Ref"
		if n.Type == "array" {
			suffix = "Refs"
		}
		for _, word := range []string{"References", "Reference"} {
			if stem, ok := strings.CutSuffix(n.Name, word); ok && stem != "" && object.Property("name") != nil {
				p.ReportNode(v, n, "%s is a reference, and its name ends in %s", v.Called(n), word).Help =
					"end the name in " + suffix + ": " + stem + suffix
				return
			}
		}
		if conventions.IsReference(object) {
			p.ReportNode(v, n, "%s refers to another object, and its name doesn't say so", v.Called(n)).Help =
				"end the name in " + suffix
		}
	},
}
