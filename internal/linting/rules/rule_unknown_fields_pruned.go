package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var unknownFieldsPruned = Rule{
	ID: "unknown-fields-pruned", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "undeclared fields were kept and are now pruned",
	Why: `The stored CRD kept fields that its schema does not declare, by
` + "`x-kubernetes-preserve-unknown-fields`" + ` or as a map of values. Without that the server prunes them:
objects lose them with their next write.`,
	Old: `
settings:
  type: object
  additionalProperties:
    type: string
`,
	Example: `
  settings:
    type: object
+   x-kubernetes-preserve-unknown-fields: true
    properties:
      color:
        type: string
`,
	Changes: []string{"x-kubernetes-preserve-unknown-fields", "additionalProperties"},
	Change: func(p *Pass, c *schemadiff.Change) {
		old, now := c.At.Old, c.At.New
		if now.PreservesUnknownFields() || now.AdditionalProperties != nil {
			return
		}
		// A schema that preserved unknown fields with both keywords is reported once.
		kept := old.PreservesUnknownFields()
		if c.Keyword == "additionalProperties" {
			kept = !kept && (old.AdditionalProperties.Allows || old.ValueSchema() != nil)
		}
		if kept {
			keep := "x-kubernetes-preserve-unknown-fields: true"
			if !old.PreservesUnknownFields() {
				keep = "additionalProperties"
			}
			p.Report(c.At.Path(), "%s kept fields of any name, but now those that the schema does not declare are pruned", changed(c)).Help =
				"keep " + keep + ", or declare every field that objects may have"
		}
	},
}
