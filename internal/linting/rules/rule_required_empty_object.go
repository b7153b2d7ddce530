package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var requiredEmptyObject = Rule{
	ID: "required-empty-object", Severity: finding.Info, Profile: APIReview, Topic: Convention, Keywords: []string{"optional"}, ByType: true, Narrows: true,
	Title: "object is required, but all its fields are optional",
	Why: `Users have to write ` + "`cache: {}`" + `, which has no content. Often this is unintended: for controller-gen a struct
in Go without a pointer and without ` + "`omitempty`" + ` is required, whatever its fields are. Make the object optional, or
make the fields required that are needed in it; where users choose one of them, ` + "`minProperties: 1`" + ` asks for it.`,
	Example: `
  spec:
    type: object
-   required: [cache]
    properties:
      cache:
        type: object
        properties:
          size: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Parent == 0 || n.Type != "object" || n.Properties.Len() == 0 || len(n.Required) > 0 || !v.Own(n) || !v.Required(n) || v.Embedded(n) {
			return
		}
		// CEL rules, anyOf and the like may require a field; the discriminator of a union selects an empty
		// object on purpose.
		if n.Default != nil || n.MinProperties() != nil || len(n.XValidations()) > 0 || len(n.OneOf()) > 0 || len(n.AnyOf()) > 0 || len(n.AllOf()) > 0 {
			return
		}
		for _, f := range n.Properties.List {
			if f.Schema.Default != nil {
				return
			}
		}
		f := p.ReportNode(v, n, "%s is required, but none of its fields is", v.Called(n))
		f.Help = "make it optional, make the fields required that are needed in it, or add minProperties: 1 if any of them will do"
		f.YAML = []string{"minProperties: 1"}
	},
}
