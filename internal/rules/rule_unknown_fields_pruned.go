package rules

import "github.com/crdtool/crdtool/finding"

var unknownFieldsPruned = Rule{
	ID: "unknown-fields-pruned", Severity: finding.Warning, Profile: Default, Topic: Upgrade,
	Title: "fields that were kept whatever their name are now pruned",
	Why: `The stored CRD kept fields that its schema does not name, by
` + "`x-kubernetes-preserve-unknown-fields`" + ` or as a map of values. Without that the server prunes them:
objects lose them with their next write.`,
	Old: `
settings:
  type: object
  additionalProperties:
    type: string
`,
	Bad: `
settings:
  type: object
  properties:
    color:
      type: string
`,
	Good: `
settings:
  type: object
  x-kubernetes-preserve-unknown-fields: true
  properties:
    color:
      type: string
`,
	Change: func(p *Pass, c *Change) {
		if !c.Retyped && anyFieldKept(c) && !c.New.PreservesUnknownFields() && c.New.AdditionalProperties == nil {
			p.Report(c.Path, "%s kept fields of any name and now prunes those that it does not declare", c.named()).Help =
				"keep x-kubernetes-preserve-unknown-fields: true, or declare every field that objects may have"
		}
	},
}

// anyFieldKept reports whether fields without a schema were kept before.
func anyFieldKept(c *Change) bool {
	return c.Old.PreservesUnknownFields() || c.Old.AdditionalProperties != nil && (c.Old.AdditionalProperties.Allows || c.Old.ValueSchema() != nil)
}
