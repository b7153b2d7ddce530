package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var referenceName = Rule{
	ID: "reference-name", Severity: finding.Info, Profile: APIReview, Topic: Convention, ByType: true, Narrows: true,
	Title: "reference to an object whose name doesn't end in Ref",
	Why: `By the API conventions the name of a reference to another object says what the object is for and ends in Ref, or in
Refs for a list: ` + "`targetRef`, `secretRef`" + `. Readers then know that the object is elsewhere, and a field without Ref for
an object that is written in place can be added later. Names that end in From, as envFrom does, and subjects as those
of a RoleBinding are not reported.`,
	Example: `
- issuer:
+ issuerRef:
    type: object
    required: [kind, name]
    properties:
      group: {type: string}
      kind: {type: string}
      name: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.Own(n) || conventions.NamedReference(n.Name) {
			return
		}
		switch strings.ToLower(words.Last(n.Name)) {
		case "from", "subject", "subjects": // such as envFrom, and subjects in a RoleBinding, which may be users
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
				p.ReportNode(v, n, "%s is a reference, but its name ends in %s", v.Called(n), word).Help =
					"end the name in " + suffix + ": " + stem + suffix
				return
			}
		}
		if conventions.IsReference(object) {
			p.ReportNode(v, n, "%s is a reference to another object, but its name does not end in Ref", v.Called(n)).Help =
				"end the name in " + suffix
		}
	},
}
