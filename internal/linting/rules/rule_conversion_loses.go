package rules

import (
	"github.com/crdtool/crdtool/internal/text/finding"
)

var conversionLoses = Rule{
	ID: "conversion-loses", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "fields are lost between versions that are not converted",
	Why: "With the conversion strategy `None` the API server changes `apiVersion` and nothing else, then prunes the " +
		`object by the schema of the version that is requested. Fields that this version does not declare are dropped
silently: a field that the storage version does not declare is never stored, and a field that a served version does not
declare is removed by every client that reads an object in that version and writes it back. Declare all fields in both
versions, or convert with a webhook.`,
	Example: `
  conversion: {strategy: None}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
-         spec: {type: object, properties: {size: {type: integer}}}
+         spec: {type: object, properties: {size: {type: integer}, color: {type: string}}}
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}, color: {type: string}}}
`,
	CRD: func(p *Pass) {
		if !conversionWritten(p) {
			return // conversion-missing reports it
		}
		unconverted(p, func(v, storage *Version, unstored, dropped losses) {
			if len(unstored.fields) > 0 {
				f := p.Report(unstored.first, "%s of version %q %s not declared in the storage version %q and never stored, since the conversion strategy is None",
					listed(unstored.fields, 5), v.Name, isOrAre(unstored.fields), storage.Name)
				f.Help = "declare the same fields in " + storage.Name + ", or convert with a webhook"
				f.Witness = p.unstoredWitness(v, &unstored)
			}
			if len(dropped.fields) > 0 {
				f := p.Report(v.VersionPath().Child("name"), "an update of an object in version %q drops %s, which this version does not declare, since the conversion strategy is None",
					v.Name, listed(dropped.fields, 5))
				f.Help = "declare the same fields in " + v.Name + ", or convert with a webhook"
				f.Witness = p.droppedWitness(v, storage, &dropped)
			}
			for _, r := range unstored.retyped {
				p.Report(r.path, "%s is of type %s in version %q and of type %s in the storage version %q, but the conversion strategy is None, which converts no values",
					r.field, r.here, v.Name, r.there, storage.Name)
			}
		})
	},
}
