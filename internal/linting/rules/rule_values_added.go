package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/valueset"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var valuesAdded = Rule{
	ID: "values-added", Severity: finding.Info, Profile: ByName, Topic: Upgrade,
	Title: "an enum value is added, a field becomes nullable, or an enum or pattern is removed",
	Why: `Every stored object and every manifest stays valid. But a client or controller that was built for the old CRD may
read a value that it does not know: a switch over an enum has no branch for it, and code in Go reads a null as the empty
value. The API conventions allow such a value only where the description of the field has always said that there may be
more. Enable this rule where clients outside of the repository read the objects.`,
	Old: `
mode:
  type: string
  enum: [fast, safe]
`,
	Example: `
  mode:
    type: string
-   enum: [fast, safe, auto]
+   description: fast, safe, or a value that a later release adds.
+   enum: [safe, fast]
`,
	Changes: []string{"enum", "nullable", "pattern"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if !c.Effect.Has(schemadiff.Widens) {
			return
		}
		const help = "tell the clients that read the field, or add a version"
		switch c.Keyword {
		case "nullable":
			p.Report(c.Path(), "%s is now nullable: clients of the old CRD may not expect a null", changed(c)).Help = help
		case "pattern":
			if c.After == nil {
				p.Report(c.At.Path(), "%s had the pattern %s and no longer has one: clients of the old CRD may not expect other texts", changed(c), prose.JSON(c.Before)).Help = help
			}
		default:
			if c.After == nil {
				p.Report(c.At.Path(), "%s was an enum and now accepts other values, which clients of the old CRD may not know", changed(c)).Help = help
				return
			}
			before := valueset.Of(c.Before.([]any))
			var added []string
			for _, v := range c.After.([]any) {
				if !before.Has(v) {
					added = append(added, prose.JSON(v))
				}
			}
			p.Report(c.Path(), "%s now accepts %s, which clients of the old CRD may not know", changed(c), strings.Join(added, " and ")).Help = help
		}
	},
}
