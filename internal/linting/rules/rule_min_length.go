package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var minLength = Rule{
	ID: "min-length", Severity: finding.Info, Profile: ByName, Topic: Convention, Keywords: []string{"minLength"}, ByType: true, Narrows: true,
	Title: "required string may be empty",
	Why: "`required`" + ` only means that the field must be present. ` + "`name: \"\"`" + ` is accepted, which is also what a Go program sends
that does not set the field. With ` + "`minLength: 1`" + ` the server refuses it.`,
	Example: `
  spec:
    type: object
    required: [host]
    properties:
-     host: {type: string}
+     host: {type: string, minLength: 1}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type == "string" && n.MinLength == nil && len(n.Enum) == 0 && n.Pattern == "" && n.Format == "" && len(n.XValidations()) == 0 &&
			v.InSpec(n) && v.Own(n) && v.Required(n) {
			f := p.ReportNode(v, n, `%s is required, but may be ""`, v.Called(n))
			f.Help, f.YAML = "add minLength: 1", []string{"minLength: 1"}
		}
	},
}
