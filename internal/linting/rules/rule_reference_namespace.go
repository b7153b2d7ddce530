package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var referenceNamespace = Rule{
	ID: "reference-namespace", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true,
	Title: "namespaced object can refer to other namespaces",
	Why: `Namespaces are a security boundary. With a namespace in a reference, users who may write the object can let the
controller read objects that they may not read themselves, and see what it writes about them to the status. The API
conventions ask that references of namespaced objects stay in their namespace, or that the other namespace has to
allow them, as with ReferenceGrant of the Gateway API.`,
	Example: `
  secretRef:
    type: object
    required: [name]
    properties:
      name: {type: string}
-     namespace: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if p.CRD.Spec.Scope != "Namespaced" || !v.InSpec(n) || !v.Own(n) {
			return
		}
		object := conventions.Referred(v.Tree, n)
		if object == nil || object.Property("namespace") == nil || !conventions.IsReference(object) && !conventions.NamedReference(n.Name) {
			return
		}
		p.ReportNode(v, n, "%s can refer to an object in another namespace", v.Called(n)).Help =
			"remove the namespace, or let the other namespace decide which references it allows"
	},
}
