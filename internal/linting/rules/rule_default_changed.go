package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var defaultChanged = Rule{
	ID: "default-changed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a default differs from the stored CRD, or is removed",
	Why: `Objects that were written with the old default have it stored and keep it. New objects without the field get
the new default, so the same manifest creates different objects depending on when it was first applied. Where a required
field loses its default, manifests without it are refused. Change a default in a new version.`,
	Old: `
replicas:
  type: integer
  default: 1
`,
	Example: `
  replicas:
    type: integer
-   default: 2
+   default: 1
+   minimum: 0
`,
	Changes: []string{"default"},
	Change: func(p *Pass, c *schemadiff.Change) {
		switch {
		case c.Before == nil: // default-added
		case c.After == nil && c.At.Parent != nil && slices.Contains(c.At.Parent.New.Required, c.At.New.Name) && c.At.New.Role == schematree.RoleProperty:
			p.Report(c.At.Path(), "%s had the default %s, no longer has one, and is required: manifests without it are refused", changed(c), prose.JSON(c.Before)).Help =
				"keep the default, or make the field optional"
		case c.After == nil:
			p.Report(c.At.Path(), "%s had the default %s and no longer has one: the same manifest makes a different object", changed(c), prose.JSON(c.Before)).Help =
				"keep the default, or remove it in a new version"
		default:
			p.Report(c.Path(), "the default of %s was %s and is now %s: the same manifest makes a different object",
				changed(c), prose.JSON(c.Before), prose.JSON(c.After)).Help =
				"keep the default, or change it in a new version"
		}
	},
}
