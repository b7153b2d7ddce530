package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var listTypeChanged = Rule{
	ID: "list-type-changed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a list or map is merged differently than in the stored CRD",
	Why: `Server-side apply records who set which item by the list type and its keys. Objects with ownership that was
recorded for the old list type are merged incorrectly after the change: items come back, or an apply conflicts with
itself. If a list becomes a set or a map, new objects that have an item twice are refused as well, and so are updates
that bring one in; stored objects that have some already can be updated. Add a new field, or change the list type in a
new version.`,
	Old: `
ports:
  type: array
  items:
    type: object
    required: [name]
    properties:
      name:
        type: string
`,
	Example: `
  ports:
    type: array
-   x-kubernetes-list-type: map
-   x-kubernetes-list-map-keys: [name]
+   x-kubernetes-list-type: atomic
    items:
      type: object
      required: [name]
      properties:
        name:
          type: string
`,
	Changes: []string{"x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type"},
	Change: func(p *Pass, c *schemadiff.Change) {
		old, now := c.At.Old.Schema, c.At.New.Schema
		if c.Keyword == "x-kubernetes-list-map-keys" && old.ListType() != now.ListType() {
			return // the change of the list type is reported
		}
		if was, is := schemadiff.Merged(old, old.Type), schemadiff.Merged(now, old.Type); was != is {
			p.Report(c.At.Path(), "%s was %s and is now %s: server-side apply loses track of who owns what", changed(c), was, is).Help =
				"merge it as before, or change that in a new version"
		}
	},
}
