package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var fieldRemoved = Rule{
	ID: "field-removed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a field of the stored CRD is removed",
	Why: `The server prunes fields that the schema does not declare. Objects with the field lose it with
their next write, whoever makes it and whatever it changes, and manifests that set the field are refused when
they are applied with kubectl, which requests strict validation. Keep the field and say in its description that it is
deprecated; remove it in a new version of the API.`,
	Old: `
size:
  type: integer
color:
  type: string
`,
	Example: `
  size:
    type: integer
+ color:
+   description: deprecated, has no effect
+   type: string
`,
	Changes: []string{"properties"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if c.After != nil || c.At.New.PreservesUnknownFields() || c.At.New.ValueSchema() != nil {
			return
		}
		p.Report(c.Path(), "%s is removed: objects lose it with their next write", changed(c)).Help =
			"keep it, described as deprecated, and remove it in a new version"
	},
}
