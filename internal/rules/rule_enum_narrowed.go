package rules

import (
	"reflect"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/prose"
)

var enumNarrowed = Rule{
	ID: "enum-narrowed", Severity: finding.Warning, Profile: Default, Topic: Upgrade,
	Title: "a value that an enum had is gone, or an enum is new",
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
	Change: func(p *Pass, c *Change) {
		if c.Retyped || c.New.Enum == nil {
			return
		}
		if c.Old.Enum == nil {
			p.Report(c.Path.Child("enum"), "%s took any value and is now an enum: objects with other values are refused", c.named()).Help =
				"list every value that objects may have, or make it an enum in a new version"
			return
		}
		var gone []string
		for _, v := range c.Old.Enum {
			if !slices.ContainsFunc(c.New.Enum, func(w any) bool { return reflect.DeepEqual(v, w) }) {
				gone = append(gone, prose.JSON(v))
			}
		}
		if len(gone) > 0 {
			p.Report(c.Path.Child("enum"), "%s no longer takes %s: objects with it are refused", c.named(), strings.Join(gone, " and ")).Help =
				"keep the value, and treat it as its successor"
		}
	},
}
