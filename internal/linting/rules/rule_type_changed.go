package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var typeChanged = Rule{
	ID: "type-changed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a field has another type than in the stored CRD",
	Why: `Stored objects have values of the old type. They can be read, and updated as long as the
value does not change, but clients that are built for the new type fail to decode them, and
manifests with the old type are refused. Add a field of another name, or a new version with
a conversion webhook. From integer or string to ` + "`x-kubernetes-int-or-string`" + ` and from integer to
number are not reported.`,
	Old: `
port:
  type: integer
`,
	Example: `
  port:
-   type: string
+   x-kubernetes-int-or-string: true
`,
	Changes: []string{"type", "x-kubernetes-int-or-string"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if c.At.Retyped && retypes(c) {
			p.Report(c.At.Path(), "%s was %s and is now %s: stored objects have values of the old type", changed(c), schemadiff.TypeOf(c.At.Old.Schema), schemadiff.TypeOf(c.At.New.Schema)).Help =
				"add a field of another name, or a new version with a conversion webhook"
		}
	},
}
