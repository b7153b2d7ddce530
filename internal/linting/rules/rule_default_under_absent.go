package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

var defaultUnderAbsent = Rule{
	ID: "default-under-absent", Severity: finding.Info, Profile: ByName, Topic: Schema, Keywords: []string{"default"},
	Title: "defaults don't apply if the object that contains them is absent",
	Why: `The server sets the defaults of the fields of an object only if that object is present. If the object is optional
and has no default, none of them are set where it is absent, although the documentation of each field names a default. If
they must always apply, add ` + "`default: {}`" + ` to the object. If its absence has a meaning of its own, the schema is
correct as it is. Objects that cannot be empty, such as references, are not reported: people leave them out on purpose.`,
	Example: `
  probe:
    type: object
+   default: {}
    properties:
      seconds:
        type: integer
        default: 10
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.Field(n) || n.Type != "object" || n.Parent == 0 || n.Default != nil || n.Nullable || v.Required(n) || v.InStatus(n) {
			return
		}
		var names []string
		for _, f := range n.Properties.All() {
			if f.Schema.Default != nil && f.Schema.Default != "" {
				names = append(names, f.Name)
			}
		}
		if len(names) == 0 {
			return
		}
		if len(n.Schema.XValidations()) > 0 {
			return // a CEL rule may refuse the default
		}
		value := requiredDefaults(n.Schema)
		if !validate.Takes(p.Server, n.Schema, value) {
			return
		}
		text, err := json.Marshal(value)
		if err != nil {
			return // another finding reports a default that is not JSON
		}
		noun, verb, they := "default", "applies", "it"
		if len(names) > 1 {
			noun, verb, they = "defaults", "apply", "they"
		}
		slices.Sort(names)
		f := p.ReportNode(v, n, "the %s of %s %s only if %s is present, which is optional and has no default",
			noun, strings.Join(names, ", "), verb, v.Called(n))
		f.Help = "if " + they + " must always apply, add to the object: default: " + string(text)
		f.YAML = []string{"default: " + string(text)}
	},
}

// requiredDefaults returns the defaults of the required fields of a schema. The server checks the default of an
// object as written, before it sets the defaults of its fields.
func requiredDefaults(s *schema.Schema) map[string]any {
	values := map[string]any{}
	for _, f := range s.Properties.All() {
		if f.Schema.Default != nil && slices.Contains(s.Required, f.Name) {
			values[f.Name] = f.Schema.Default
		}
	}
	return values
}
