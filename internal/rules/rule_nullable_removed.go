package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemadiff"
)

var nullableRemoved = Rule{
	ID: "nullable-removed", Severity: finding.Warning, Profile: Default, Topic: Upgrade,
	Title: "a field that could be null no longer can",
	Why: `The server drops a null in a field or a map that is not nullable silently, or puts
the default in its place; as an item of a list it is an error. Objects that said something with
a null no longer do, and clients that tell null from absent find it gone.`,
	Old: `
size:
  type: integer
  nullable: true
`,
	Bad: `
size:
  type: integer
`,
	Good: `
size:
  type: integer
  nullable: true
  minimum: 0
`,
	Changes: []string{"nullable"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if c.Effect.Has(schemadiff.Narrows) && !c.At.New.PreservesUnknownFields() {
			p.Report(c.At.Path(), "%s is no longer nullable: a null there is dropped, or refused in a list", changed(c)).Help =
				"keep nullable: true, or drop it in a new version"
		}
	},
}
