package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemadiff"
)

var fieldRemoved = Rule{
	ID: "field-removed", Severity: finding.Warning, Profile: Default, Topic: Upgrade,
	Title: "a field of the stored CRD is removed",
	Why: `The server prunes what a schema does not declare. Objects that have the field lose it with
their next write, whoever makes that write and whatever it is about, and manifests that set the
field are refused by kubectl, which asks for strict validation. Keep the field and say in its
description that it is deprecated; take it away in a new version of the API.`,
	Old: `
size:
  type: integer
color:
  type: string
`,
	Bad: `
size:
  type: integer
`,
	Good: `
size:
  type: integer
color:
  description: deprecated, has no effect
  type: string
`,
	Changes: []string{"properties"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if c.After != nil || c.At.New.PreservesUnknownFields() || c.At.New.ValueSchema() != nil {
			return
		}
		p.Report(c.Path(), "%s is removed: objects lose it with their next write", changed(c)).Help =
			"keep it, described as deprecated, and drop it in a new version"
	},
}
