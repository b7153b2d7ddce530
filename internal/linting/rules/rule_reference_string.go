package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var referenceString = Rule{
	ID: "reference-string", Severity: finding.Warning, Profile: APIReview, Topic: Convention, ByType: true, Narrows: true,
	Title: "reference that is a string",
	Why: `By convention a field whose name ends in Ref is an object with the name of what it refers to, so that a
namespace, a kind or a key can be added later. Nothing can be added to a string, and objects of users who write
` + "`secretRef: {name: x}`" + ` by habit are refused. Make it an object with a required name, or end its name in Name, such
as ` + "`secretName`" + `.`,
	Example: `
  secretRef:
-   type: string
+   type: object
+   required: [name]
+   properties:
+     name: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.Own(n) || !conventions.NamedReference(n.Name) || len(words.Split(n.Name)) < 2 {
			return
		}
		object := conventions.Referred(v.Tree, n)
		if object == nil || object.Type != "string" {
			return
		}
		what, help := "a string", "make it an object with a required name, or end its name in Name"
		if n.Type == "array" {
			what, help = "a list of strings", "make its items objects with a required name, or end its name in Names"
		}
		p.ReportNode(v, n, "%s is %s, although its name ends like that of a reference", v.Called(n), what).Help = help
	},
}
