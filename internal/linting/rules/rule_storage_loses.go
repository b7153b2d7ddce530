package rules

import (
	"github.com/crdtool/crdtool/internal/text/finding"
)

var storageLoses = Rule{
	ID: "storage-loses", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "the storage version is another one, which lacks fields of the one before",
	Why: "With the conversion strategy `None` the API server prunes objects by the schema of the storage version. Fields that " +
		`only the former storage version declares are lost from every object that is written after the change, also from
those that are stored already. Declare them in the new storage version, or convert with a webhook.`,
	Old: `
versions:
- name: v1beta1
  served: true
  storage: true
  schema:
    openAPIV3Schema:
      type: object
      properties:
        spec: {type: object, properties: {size: {type: integer}, color: {type: string}}}
`,
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
		if p.Old == nil {
			return
		}
		unconverted(p, func(v, storage *Version, unstored, _ losses) {
			was := p.Old.VersionNamed(v.Name)
			if was == nil || !was.Storage {
				return
			}
			var lost []string
			for i, n := range unstored.nodes {
				if p.storedNode(v, n) != nil {
					lost = append(lost, unstored.fields[i])
				}
			}
			if len(lost) == 0 {
				return
			}
			f := p.Report(storage.VersionPath().Child("storage"), "objects were stored in version %q; %q, in which they are now, does not declare %s: written objects lose that",
				v.Name, storage.Name, listed(lost, 5))
			f.Help = "declare the same fields in " + storage.Name + ", or convert with a webhook"
			f.Witness = p.unstoredWitness(v, &unstored)
		})
	},
}
