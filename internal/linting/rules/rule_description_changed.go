package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var descriptionChanged = Rule{
	ID: "description-changed", Severity: finding.Info, Profile: ByName, Topic: Upgrade,
	Title: "a description differs from the stored CRD",
	Why: `The schema says which values a field takes, only the description says what they do. A release that gives a field
another meaning breaks its users though the server accepts everything as before. Enable this rule where somebody reviews
each change of a description.`,
	Old: `
timeoutSeconds:
  type: integer
  description: How long to wait for each attempt.
`,
	Example: `
  timeoutSeconds:
    type: integer
-   description: How long to wait for all attempts together.
+   minimum: 0
+   description: How long to wait for each attempt.
`,
	Changes: []string{"description"},
	Change: func(p *Pass, c *schemadiff.Change) {
		const help = "if the field does something else now, do that in a new field or a new version"
		switch {
		case c.Before == nil:
			return // a new description changes nothing
		case c.After == nil:
			p.Report(c.At.Path(), "%s no longer has a description", changed(c)).Help = "keep the description"
		default:
			p.Report(c.Path(), "the description of %s is changed", changed(c)).Help = help
		}
	},
}
