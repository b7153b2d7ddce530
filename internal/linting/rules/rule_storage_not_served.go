package rules

import "github.com/crdtool/crdtool/internal/text/finding"

var storageNotServed = Rule{
	ID: "storage-not-served", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "the storage version is not served",
	Why: `Objects are stored in a version that no client can read or write, so nobody sees what is actually
stored, and stored objects are pruned by a schema against which no request is validated. Serve the version, or make a
served version the storage version.`,
	Example: `
  versions:
  - {name: v1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
- - {name: v2, served: false, storage: true, schema: {openAPIV3Schema: {type: object}}}
+ - {name: v2, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		if servedVersions(p) == 0 {
			return // no-served-version reports it
		}
		for i := range p.CRD.Spec.Versions {
			if v := &p.CRD.Spec.Versions[i]; v.Storage && !v.Served {
				p.Report(finding.Root("spec", "versions").Index(i).Child("served"), "the storage version %q is not served", v.Name).Help =
					"set served: true, or storage: true on a version that is served"
			}
		}
	},
}

// servedVersions counts the served versions of the CRD.
func servedVersions(p *Pass) int {
	n := 0
	for i := range p.CRD.Spec.Versions {
		if p.CRD.Spec.Versions[i].Served {
			n++
		}
	}
	return n
}
