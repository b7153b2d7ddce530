package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/defaulting"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/accept"
	"github.com/crdtool/crdtool/schema"
)

var defaultUnderAbsent = Rule{
	ID: "default-under-absent", Severity: finding.Info, Profile: Strict, Topic: Schema,
	Title: "defaults don't apply where the object around them is left out",
	Why: `The server sets the defaults of an object's fields only if that object is there. Where it is optional and
has no default of its own, an object without it gets none of them, though the documentation of each field says that it
has one. If they are to hold always, give the object around them ` + "`default: {}`" + `. Where leaving it out means
something of its own, all is well.`,
	Bad: `
probe:
  type: object
  properties:
    seconds:
      type: integer
      default: 10
`,
	Good: `
probe:
  type: object
  default: {}
  properties:
    seconds:
      type: integer
      default: 10
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.Field(n) || n.Type != "object" || n.Parent == 0 || n.Default != nil || n.Nullable || v.Required(n) || v.InStatus(n) {
			return
		}
		var names []string
		for _, f := range n.Properties.All() {
			if f.Schema.Default != nil && f.Schema.Default != "" {
				names = append(names, f.Name)
			}
		}
		if len(names) == 0 || !accept.Value(n.Schema, v.defaulted(n)) {
			return
		}
		verb := "applies"
		if len(names) > 1 {
			verb = "apply"
		}
		slices.Sort(names)
		p.ReportNode(v, n, "the %s of %s %s only where %s is given, which is optional and has no default",
			map[bool]string{true: "default", false: "defaults"}[len(names) == 1], strings.Join(names, ", "), verb, v.Called(n)).Help =
			"if it is to hold always, add: default: {}"
	},
}

// defaulted is what becomes of an empty object.
func (v *Version) defaulted(n *schema.Node) map[string]any {
	x := map[string]any{}
	defaulting.Apply(x, n.Schema)
	return x
}
