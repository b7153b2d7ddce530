package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var specOptional = Rule{
	ID: "spec-optional", Severity: finding.Info, Profile: Strict, Topic: Schema, Keywords: []string{"required"}, Narrows: true,
	Title: "spec is not required, though fields in it are",
	Why: `Fields that are ` + "`required`" + ` are asked for only if the object around them is there: an object without ` + "`spec`" + ` is
accepted, although it lacks all of them, and a controller has to deal with it. With ` + "`spec`" + ` in ` + "`required`" + ` of the object
the server refuses it. controller-gen makes the field required if it has no ` + "`omitempty`" + `, or is marked +required.`,
	Example: `
- spec:
-   type: object
-   required: [host]
-   properties:
-     host:
-       type: string
+ type: object
+ required: [spec]
+ properties:
+   spec:
+     type: object
+     required: [host]
+     properties:
+       host:
+         type: string
`,
	Version: func(p *Pass, v *Version) {
		spec := v.Child(&v.Tree.Nodes[0], "spec")
		if !v.Served || v.Retired() || spec == nil || len(spec.Required) == 0 || v.Required(spec) || spec.Default != nil || v.CEL.RequiredByBranch(v.CEL.PlaceOf(spec)) {
			return
		}
		w := p.Witness.Bare(v.Name, "spec")
		accepted := "is accepted"
		if w == nil {
			if p.Witness != nil {
				return // a CEL rule requires it
			}
			accepted = "may be accepted"
		}
		f := p.ReportNode(v, spec, "an object without spec %s, though %s required in it", accepted, namedRequired(spec))
		f.Help, f.Witness = "list spec in required of the object", w
	},
}

func namedRequired(n *schematree.Node) string {
	if len(n.Required) == 1 {
		return n.Required[0] + " is"
	}
	return prose.AndMore(n.Required, 3) + " are"
}
