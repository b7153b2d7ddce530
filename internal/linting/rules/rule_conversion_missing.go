package rules

import (
	"github.com/crdtool/crdtool/internal/text/finding"
)

var conversionMissing = Rule{
	ID: "conversion-missing", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "versions differ, and spec.conversion is not set",
	Why: "Without `spec.conversion` the strategy is `None`: the API server changes `apiVersion` and nothing else, then " +
		`prunes the object by the schema of the version that is requested, so fields that only one version declares are lost
silently. The CRD may still be correct if a webhook is added to it later, as kustomize does in projects made with
kubebuilder: then also lint the output of kustomize.`,
	Example: `
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
		if conversionWritten(p) {
			return
		}
		unconverted(p, func(v, storage *Version, unstored, dropped losses) {
			fields := append(unstored.fields, dropped.fields...)
			for _, r := range unstored.retyped {
				fields = append(fields, r.field)
			}
			if len(fields) == 0 {
				return
			}
			f := p.Report(v.VersionPath().Child("name"), "versions %q and %q differ in %s, and spec.conversion is not set: unless a patch sets it, the API server drops the fields that only one of them declares",
				v.Name, storage.Name, listed(fields, 5))
			f.Help = "convert with a webhook, or give both versions the same fields"
			if f.Witness = p.droppedWitness(v, storage, &dropped); f.Witness == nil {
				f.Witness = p.unstoredWitness(v, &unstored)
			}
		})
	},
}
