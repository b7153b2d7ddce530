package rules

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
)

var requiredAdded = Rule{
	ID: "required-added", Severity: finding.Warning, Profile: Default, Topic: Upgrade,
	Title: "a field that could be left out is now required",
	Why: `Manifests without the field are refused, and so are updates of stored objects without it as
soon as anything beside the field changes. Since Kubernetes 1.30 an update passes only while
the object around the missing field is as it was. Give the field a default, or require it in
a new version. A field with a default is no finding: the server fills it in first.`,
	Old: `
color:
  type: object
  properties:
    name:
      type: string
`,
	Bad: `
color:
  type: object
  required: [name]
  properties:
    name:
      type: string
`,
	Good: `
color:
  type: object
  required: [name]
  properties:
    name:
      type: string
      default: black
`,
	Change: func(p *Pass, c *Change) {
		if c.Retyped {
			return
		}
		for i, name := range c.New.Required {
			if slices.Contains(c.Old.Required, name) {
				continue
			}
			if s := c.New.Property(name); s != nil && s.Default != nil {
				continue
			}
			p.Report(c.Path.Child("required").Index(i), "%s is now required: objects without it are refused", below(c.Field, name)).Help =
				"give it a default, or require it in a new version"
		}
	},
}
