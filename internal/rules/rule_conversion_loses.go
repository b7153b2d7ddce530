package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/prose"
)

var conversionLoses = Rule{
	ID: "conversion-loses", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "fields are lost between versions that are not converted",
	Why: "With the conversion strategy `None` the API server changes `apiVersion` and nothing else, then prunes the " +
		`object by the schema of the version it is for. A field that only another version has is gone silently: one
that the storage version lacks is never stored, and one that a served version lacks is taken away by everybody who
reads an object in that version and writes it back. Give both versions all fields, or convert them with a webhook.`,
	Bad: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  conversion: {strategy: None}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}}}
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}, color: {type: string}}}
`,
	Good: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  conversion: {strategy: None}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}, color: {type: string}}}
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
			return // conversion-missing says so
		}
		unconverted(p, func(v, storage *Version, unstored, dropped losses) {
			if len(unstored.fields) > 0 {
				p.Report(unstored.first, "%s of version %q %s never stored: the storage version %q has no such field, and nothing converts",
					prose.AndMore(unstored.fields, 5), v.Name, isOrAre(unstored.fields), storage.Name).Help =
					"add the field to " + storage.Name + ", or convert with a webhook"
			}
			if len(dropped.fields) > 0 {
				p.Report(v.VersionPath().Child("name"), "whoever updates an object in version %q drops %s, which it has no field for, and nothing converts",
					v.Name, prose.AndMore(dropped.fields, 5)).Help =
					"add the field to " + v.Name + ", or convert with a webhook"
			}
			for _, r := range unstored.retyped {
				p.Report(r.path, "%s is of type %s in version %q and of type %s in the storage version %q, and nothing converts",
					r.field, r.here, v.Name, r.there, storage.Name)
			}
		})
	},
}
