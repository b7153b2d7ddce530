package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
)

var nullableRemoved = Rule{
	ID: "nullable-removed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a field is no longer nullable",
	Why: `The server silently drops a null in a field or a map that is not nullable, or replaces it by the default; as
an item of a list it is an error. Objects in which null has a meaning lose it, and clients that distinguish null from an
absent field no longer find it.`,
	Old: `
size:
  type: integer
  nullable: true
`,
	Example: `
  size:
    type: integer
+   nullable: true
+   minimum: 0
`,
	Changes: []string{"nullable"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if c.Effect.Has(schemadiff.Narrows) && !c.At.New.PreservesUnknownFields() {
			becomes := "null is dropped there"
			if c.At.New.Role == schematree.RoleItems {
				becomes = "null is refused there; " + tighter.StoredPass(c)
			}
			p.Report(c.At.Path(), "%s is no longer nullable: %s", changed(c), becomes).Help =
				"keep nullable: true, or remove it in a new version"
		}
	},
}
