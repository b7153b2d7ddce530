package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var defaultOfItems = Rule{
	ID: "default-of-items", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "default of a list's items or a map's values only replaces nulls",
	Why: `A default is set where a field is absent. An item of a list or a value of a map is never absent, so its
default only replaces a null that somebody wrote, and if it is nullable, not even that. A default for the whole list
belongs beside ` + "`items`" + `, one for a field of its items into that field.`,
	Bad: `
protocols:
  type: array
  items:
    type: string
    default: TCP
`,
	Good: `
protocols:
  type: array
  default:
  - TCP
  items:
    type: string
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Default == nil || n.Role != schema.RoleItems && n.Role != schema.RoleAdditionalProperties {
			return
		}
		what := "an item of a list"
		if n.Role == schema.RoleAdditionalProperties {
			what = "a value of a map"
		}
		then := "this default only replaces null"
		if n.Nullable {
			then = "this default is never used, since null is allowed"
		}
		p.Report(v.Tree.Path(n.ID).Child("default"), "%s is never absent: %s", what, then).Help = "give the default to the whole, or remove it"
	},
}
