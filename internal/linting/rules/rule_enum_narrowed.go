package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/valueset"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
)

var enumNarrowed = Rule{
	ID: "enum-narrowed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a value is removed from an enum, or an enum is new",
	Why: `Stored objects with a value that is no longer listed stay as they are, and updates of them are accepted
as long as that value does not change; manifests and new objects with it are refused. Keep the value, and let the
controller treat it like the value that replaces it.`,
	Old: `
mode:
  type: string
  enum: [fast, safe, legacy]
`,
	Example: `
  mode:
    type: string
-   enum: [fast, safe]
+   enum: [fast, safe, legacy, auto]
`,
	Changes: []string{"enum"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if !c.Effect.Has(schemadiff.Narrows) {
			return
		}
		if c.Before == nil {
			p.Report(c.Path(), "%s accepted any value and is now an enum: other values are refused; %s", changed(c), tighter.StoredPass(c)).Help =
				"list every value that objects may have, or add the enum in a new version"
			return
		}
		after := valueset.Of(c.After.([]any))
		old := *c.At.Old.Schema
		old.Enum = nil // all of its values are in it
		taker := validate.ObjectChecker(&old, *p.Server)
		var removed []string
		for _, v := range c.Before.([]any) {
			if !after.Has(v) && taker.Accepts(v) { // skip values that were never accepted
				removed = append(removed, prose.JSON(v))
			}
		}
		if len(removed) == 0 {
			return
		}
		p.Report(c.Path(), "%s no longer accepts %s; %s", changed(c), strings.Join(removed, " or "), tighter.StoredPass(c)).Help =
			"keep the value, and let the controller treat it like the value that replaces it"
	},
}
