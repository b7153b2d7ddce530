package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var defaultOfItems = Rule{
	ID: "default-of-items", Severity: finding.Warning, Profile: Default, Topic: Schema, Narrows: true,
	Title: "default of list items or map values only replaces null",
	Why: `A default is set where a field is absent. An item of a list or a value of a map is never absent, so its
default only replaces a null that a user wrote, and if the item is nullable, not even that. Set a default for the whole
list next to ` + "`items`" + `, and a default for a field of the items on that field.`,
	Example: `
  protocols:
    type: array
+   default:
+   - TCP
    items:
      type: string
-     default: TCP
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Default == nil || n.Role != schematree.RoleItems && n.Role != schematree.RoleAdditionalProperties {
			return
		}
		what := "an item of a list"
		if n.Role == schematree.RoleAdditionalProperties {
			what = "a value of a map"
		}
		then := "this default only replaces null"
		if n.Nullable {
			then = "this default is never used, since null is allowed"
		}
		p.Report(v.Tree.Path(n.ID).Child("default"), "%s is never absent: %s", what, then).Help = "move the default to the list or map, or remove it"
	},
}
