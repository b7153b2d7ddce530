package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/schema"
)

var unknownFieldsChecked = Rule{
	ID: "unknown-fields-checked", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "fields that held anything have a schema now",
	Why: `The stored CRD kept fields that its schema does not declare, by
` + "`x-kubernetes-preserve-unknown-fields`" + `, whatever their values. A schema for one of them, or for all of them as the
values of a map, refuses other values and prunes what it does not declare. Make sure that no object has such a value
before you apply the CRD.`,
	Old: `
settings:
  type: object
  x-kubernetes-preserve-unknown-fields: true
`,
	Example: `
  settings:
    type: object
    additionalProperties:
-     type: string
+     x-kubernetes-preserve-unknown-fields: true
`,
	Changes: []string{"properties", "additionalProperties"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if !c.At.Old.PreservesUnknownFields() || c.Before != nil || !c.Effect.Has(schemadiff.Narrows) {
			return
		}
		field, now := changed(c), c.At.New.ValueSchema()
		if c.Keyword == "properties" {
			now = c.After.(*schema.Schema)
		} else {
			field += "[*]"
		}
		if now != nil && !tighter.TakesAnything(now) {
			p.Report(c.Path(), "%s could hold anything and has a schema now: values that it does not accept are refused or pruned", field).Help =
				"make sure that no object has such a value, or add the schema in a new version"
		}
	},
}
