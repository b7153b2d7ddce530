package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var descriptionMissing = Rule{
	ID: "description-missing", Severity: finding.Info, Profile: APIReview, Topic: Convention, Keywords: []string{"description"},
	Title: "fields have no description",
	Why: `The description is what ` + "`kubectl explain`" + `, editors and reference pages show. For most users it is the only
documentation of a field that they see. Describe what the field does, what happens if it is not set, and what its values
mean. The fields of one object are reported together.`,
	Example: `
- spec:
-   type: object
-   description: what is wanted
-   properties:
-     size: {type: string}
+ type: object
+ description: a widget
+ properties:
+   spec:
+     type: object
+     description: what is wanted
+     properties:
+       size:
+         type: string
+         description: of the box, such as 10x20; that of the content if it is left out
`,
	Version: func(p *Pass, v *Version) {
		if len(v.Tree.Nodes) == 0 || v.Retired() {
			return
		}
		fields, bare := 0, 0
		v.Fields(func(n *schematree.Node) {
			if v.Own(n) {
				fields++
				if n.Description == "" {
					bare++
				}
			}
		})
		root := &v.Tree.Nodes[0]
		if bare == fields && fields > 1 {
			p.ReportNode(v, root, "none of the %s fields has a description", finding.Measure(fields)).Help =
				"describe what the fields do; controller-gen takes descriptions from the comments in Go"
			return
		}
		if root.Description == "" {
			p.ReportNode(v, root, "the kind has no description").Help = "add a description of what an object of this kind is for"
		}
		v.Fields(func(n *schematree.Node) { describeMissing(p, v, n) })
	},
}

// describeMissing reports the fields of one object without a description.
func describeMissing(p *Pass, v *Version, object *schematree.Node) {
	if v.RepeatsType(object) {
		return
	}
	first, names := v.OwnFields(object, func(n *schematree.Node) bool { return n.Description == "" })
	if first == nil {
		return
	}
	var f *finding.Finding
	if len(names) == 1 {
		f = p.ReportNode(v, first, "%s has no description", v.Called(first))
	} else {
		f = p.ReportNode(v, first, "%s fields of %s have no description: %s", finding.Measure(len(names)), v.Called(object), listed(names, 5))
	}
	f.Help = "describe what it does, and what happens if it is not set"
	v.countAlike(f, object)
}
