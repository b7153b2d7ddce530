package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
)

var requiredAdded = Rule{
	ID: "required-added", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "an optional field is now required",
	Why: `Manifests without the field are refused, and so are updates of stored objects without it as soon as anything
in the object that contains the field changes. Since Kubernetes 1.30 an update is accepted as long as that object does
not change. Give the field a default, or require it in a new version. A field with a default is not reported: the server
sets the default first.`,
	Old: `
color:
  type: object
  properties:
    name:
      type: string
`,
	Example: `
  color:
    type: object
    required: [name]
    properties:
      name:
        type: string
+       default: black
`,
	Changes: []string{"required", "x-kubernetes-embedded-resource"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if !c.Effect.Has(schemadiff.Narrows) || c.After == nil {
			return
		}
		if c.Keyword == "x-kubernetes-embedded-resource" {
			p.Report(c.Path(), "%s is now a whole resource: objects without apiVersion and kind in it are refused; %s", changed(c), tighter.StoredPass(c)).Help =
				"check only what objects have always had, or do so in a new version"
			return
		}
		if s := c.At.New.Property(c.Name); s != nil && s.Default != nil {
			return
		}
		p.Report(c.Path(), "%s is now required: objects without it are refused; %s", changed(c), tighter.StoredPass(c)).Help =
			"give it a default, or require it in a new version"
	},
}
