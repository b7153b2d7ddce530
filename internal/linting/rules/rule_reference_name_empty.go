package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var referenceNameEmpty = Rule{
	ID: "reference-name-empty", Severity: finding.Info, Profile: APIReview, Topic: Convention, ByType: true,
	Title: "reference whose name is the empty string if nothing is written",
	Why: `With ` + "`default: \"\"`" + ` a reference without a name is accepted, and so is one that is misspelt: it names no object, and a
controller finds that out later. Remove the default, and require the name. controller-gen writes the default for
` + "`corev1.LocalObjectReference`" + `, which some fields of the Kubernetes API need for compatibility: a type of one's own does
not.`,
	Example: `
  secretRef:
    type: object
+   required: [name]
    properties:
-     name: {type: string, default: ""}
+     name: {type: string, minLength: 1}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Default != "" || n.Type != "string" || n.Name != "name" || n.Role != schematree.RoleProperty || !v.InSpec(n) {
			return
		}
		object := v.Parent(n)
		named := object
		for named.Role != schematree.RoleProperty && named.Parent >= 0 {
			named = v.Parent(named)
		}
		if v.Given(object) || !conventions.NamedReference(named.Name) && !conventions.IsReference(object) {
			return
		}
		w := p.Witness.Takes(v.Name, v.wayTo(n), "")
		if w == nil && len(object.XValidations())+len(n.XValidations()) > 0 {
			return // a CEL rule refuses the empty name
		}
		f := p.ReportNode(v, n, "%s is a reference whose name is \"\" if nothing is written, and names no object then", v.Called(object))
		f.Help, f.Witness = "remove the default, and list name in required", w
		if v.Embedded(object) || object.MapType() == "atomic" { // such as corev1.LocalObjectReference
			f.Help = "use a type of your own, with a required name that has no default"
		}
	},
}
