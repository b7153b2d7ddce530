package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var fieldToMap = Rule{
	ID: "field-to-map", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true, Crossed: true,
	Title: "a declared field is now a value of a map, which accepts fewer values or has no default",
	Why: `An object that had ` + "`properties`" + ` and now has ` + "`additionalProperties`" + ` keeps fields of any name, but all of
them have one schema. Values of a field that this schema does not accept are refused, and a default that the field had is gone; stored ones can be read, but clients
that are built for the map fail to decode them. Keep the field among the ` + "`properties`" + ` of a new object, and add the
map under another name.`,
	Old: `
limits:
  type: object
  properties:
    size:
      type: integer
`,
	Example: `
  limits:
    type: object
    additionalProperties:
-     type: string
+     x-kubernetes-int-or-string: true
`,
	Change: func(p *Pass, c *schemadiff.Change) {
		lost := c.Keyword == "default" && c.At.Crossed && c.Before != nil && c.After == nil
		if !lost && !c.Effect.Has(schemadiff.Narrows) {
			return
		}
		field := c.At
		for !field.Crossed {
			field = field.Parent
		}
		path := field.Path()
		if p.reported(path) {
			return // only the first field and keyword are reported
		}
		const help = "keep properties, and add the map under another name"
		if lost {
			p.Report(path, "%s was declared with the default %s and is now a value of a map, where it has none: the same manifest makes a different object", field.Field(), prose.JSON(c.Before)).Help = help
			return
		}
		v, w := p.judge(c, nil, nil, prose.JSON(c.Before)+" "+prose.JSON(c.After))
		can := "may be"
		switch v {
		case admits:
			return
		case refuses:
			can = "are"
		}
		what := c.Keyword + " of it differs"
		if c.At.Retyped && retypes(c) {
			what = "it was " + schemadiff.TypeOf(c.At.Old.Schema) + " and is now " + schemadiff.TypeOf(c.At.New.Schema)
		}
		f := p.Report(path, "%s was declared and is now a value of a map: values that were accepted %s refused, for %s", field.Field(), can, what)
		f.Help, f.Witness = help, w
	},
}

// reported reports whether the lint rule has reported a finding at a path.
func (p *Pass) reported(path *finding.Path) bool {
	return slices.ContainsFunc(p.found, func(f finding.Finding) bool { return f.Path.File() == path.File() })
}
