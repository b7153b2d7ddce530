package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

var enumNarrowed = Rule{
	ID: "enum-narrowed", Severity: finding.Warning, Profile: Default, Topic: Upgrade,
	Title: "a value is removed from an enum, or an enum is new",
	Why: `Objects with a value that is no longer listed stay as they are, and updates of them pass
while that value does not change; manifests and new objects with it are refused. Keep the value
and let the controller treat it as its successor.`,
	Old: `
mode:
  type: string
  enum: [fast, safe, legacy]
`,
	Bad: `
mode:
  type: string
  enum: [fast, safe]
`,
	Good: `
mode:
  type: string
  enum: [fast, safe, legacy, auto]
`,
	Changes: []string{"enum"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if !c.Effect.Has(schemadiff.Narrows) {
			return
		}
		if c.Before == nil {
			p.Report(c.Path(), "%s accepted any value and is now an enum: objects with other values are refused", changed(c)).Help =
				"list every value that objects may have, or make it an enum in a new version"
			return
		}
		var gone []string
		for _, v := range c.Before.([]any) {
			if !slices.ContainsFunc(c.After.([]any), func(w any) bool { return schema.SameValue(v, w) }) {
				gone = append(gone, prose.JSON(v))
			}
		}
		p.Report(c.Path(), "%s no longer accepts %s: objects with it are refused", changed(c), strings.Join(gone, " and ")).Help =
			"keep the value, and treat it as its successor"
	},
}
