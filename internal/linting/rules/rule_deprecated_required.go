package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var deprecatedRequired = Rule{
	ID: "deprecated-required", Severity: finding.Warning, Profile: Strict, Topic: Convention, Keywords: []string{"optional"},
	Title: "deprecated field is required",
	Why: `Nobody can stop using a field that is required. Making a required field optional is safe for everyone who
writes objects; programs that read them must handle its absence.`,
	Example: `
  spec:
    type: object
-   required: [image]
    properties:
      image:
        type: string
        description: "Deprecated: use container.image"
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.Field(n) || v.Given(v.Parent(n)) || v.Embedded(v.Parent(n)) || !v.Required(n) || n.Default != nil || !schemafacts.SaysDeprecated(n.Description) {
			return
		}
		i := slices.Index(v.Parent(n).Required, n.Name)
		f := p.Report(v.Tree.Path(n.Parent).Child("required").Index(i), "%s is deprecated and required, so nobody can stop using it", v.Called(n))
		f.Help = "remove it from required"
		f.Related = []finding.Related{{Message: "its description", Path: v.Tree.Path(n.ID).Child("description")}}
	},
}
