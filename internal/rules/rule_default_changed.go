package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/internal/schemadiff"
)

var defaultChanged = Rule{
	ID: "default-changed", Severity: finding.Warning, Profile: Strict, Topic: Upgrade,
	Title: "a default differs from the stored CRD, is new, or is removed",
	Why: `Objects that were written with the old default have it stored and keep it. New objects without the field get
the new default, so the same manifest creates different objects depending on when it was first applied. A new default
also appears in stored objects without the field as soon as they are read. Change a default in a new version.`,
	Old: `
replicas:
  type: integer
  default: 1
`,
	Bad: `
replicas:
  type: integer
  default: 2
`,
	Good: `
replicas:
  type: integer
  default: 1
  minimum: 0
`,
	Changes: []string{"default"},
	Change: func(p *Pass, c *schemadiff.Change) {
		switch {
		case c.Before == nil:
			p.Report(c.Path(), "%s now has a default: stored objects without the field get it when they are read", changed(c))
		case c.After == nil:
			p.Report(c.At.Path(), "%s had the default %s and no longer has one: the same manifest makes a different object", changed(c), prose.JSON(c.Before))
		default:
			p.Report(c.Path(), "the default of %s was %s and is now %s: the same manifest makes a different object",
				changed(c), prose.JSON(c.Before), prose.JSON(c.After))
		}
	},
}
