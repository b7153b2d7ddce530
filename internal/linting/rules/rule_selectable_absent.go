package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var selectableAbsent = Rule{
	ID: "selectable-absent", Severity: finding.Warning, Profile: Strict, Topic: Install, Keywords: []string{"default", "required"}, Narrows: true,
	Title: "a selectable field can be absent",
	Why: `For field selectors an absent field has the empty string as its value. The selector ` + "`spec.paused=false`" + ` does
not find an object without the boolean, although everybody takes it to be false, and only ` + "`spec.mode=`" + ` finds
an object without the mode. Give the field a default, and the objects that contain it, too, or make them required.
Strings that may be empty are not reported.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            properties:
-             paused: {type: boolean}
+             paused: {type: boolean, default: false}
    selectableFields:
    - jsonPath: .spec.paused
`,
	CRD: func(p *Pass) {
		p.eachVersion(p.CRD.Spec.Shared.SelectableFields, func(v *Version, of *crd.Version, at *finding.Path) {
			for i, f := range of.SelectableFields {
				n := p.follow(v, &v.Tree.Nodes[0], scaleSteps(f.JSONPath)).end
				if n == nil || n.Type == "string" && takesEmpty(n) {
					continue
				}
				if absent := v.MayBeAbsent(n); absent != nil {
					p.Report(at.Child("selectableFields").Index(i).Child("jsonPath"), "%s may be absent; only the selector %s= finds the object then, and no selector with a value",
						v.named(absent), strings.TrimPrefix(f.JSONPath, ".")).Help = "give it a default or make it required"
				}
			}
		})
	},
}

// takesEmpty reports whether a string may be empty.
func takesEmpty(n *schematree.Node) bool {
	return len(n.Enum) == 0 || slices.Contains(n.Enum, any(""))
}
