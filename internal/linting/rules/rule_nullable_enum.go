package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var nullableEnum = Rule{
	ID: "nullable-enum", Severity: finding.Warning, Profile: Default, Topic: Schema, Narrows: true,
	Title: "nullable has the opposite effect on a field with an enum",
	Why: `The server refuses null if there is an enum, even if the enum lists null and the field is
nullable. Without ` + "`nullable`" + ` a null is dropped, as if the field were absent, and the object is accepted: so
` + "`nullable`" + ` has the opposite of its intended effect.`,
	Example: `
  mode:
    type: string
-   nullable: true
    enum:
    - Fast
    - Safe
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !n.Nullable || len(n.Enum) == 0 {
			return
		}
		f := p.Report(v.Tree.Path(n.ID).Child("nullable"), "%s is nullable, but the server refuses null because of the enum", v.Called(n))
		f.Help = "remove nullable: null is then dropped, as if the field were absent"
		switch {
		case slices.Contains(n.Enum, nil):
			f.Help = "remove null from the enum and nullable: null is then dropped, as if the field were absent"
			if n.Default != nil || n.Role == schematree.RoleItems {
				f.Help = "remove null from the enum and nullable"
			}
		case n.Default != nil:
			f.Help = "remove nullable: null is then replaced by the default"
		case n.Role == schematree.RoleItems: // the server never drops null items
			f.Help = "remove nullable"
		}
	},
}
