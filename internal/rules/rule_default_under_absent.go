package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/defaulting"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/schema"
)

var defaultUnderAbsent = Rule{
	ID: "default-under-absent", Severity: finding.Info, Profile: Strict, Topic: Schema, Mends: []string{"default"},
	Title: "defaults don't apply if the object that contains them is absent",
	Why: `The server sets the defaults of the fields of an object only if that object is present. If the object is optional
and has no default, none of them are set where it is absent, although the documentation of each field names a default. If
they must always apply, add ` + "`default: {}`" + ` to the object. If its absence has a meaning of its own, the schema is
correct as it is. Objects that cannot be empty, such as references, are not reported: people leave them out on purpose.`,
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
		if len(names) == 0 || !validate.Takes(p.Server, n.Schema, v.defaulted(n)) {
			return
		}
		noun, verb, they := "default", "applies", "it"
		if len(names) > 1 {
			noun, verb, they = "defaults", "apply", "they"
		}
		slices.Sort(names)
		f := p.ReportNode(v, n, "the %s of %s %s only if %s is present, which is optional and has no default",
			noun, strings.Join(names, ", "), verb, v.Called(n))
		f.Help = "if " + they + " must always apply, add to the object: default: {}"
		f.YAML = []string{"default: {}"}
	},
}

// defaulted returns an empty object with the defaults set.
func (v *Version) defaulted(n *schema.Node) map[string]any {
	x := map[string]any{}
	defaulting.Apply(x, n.Schema)
	return x
}
