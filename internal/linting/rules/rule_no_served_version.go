package rules

import "github.com/crdtool/crdtool/internal/text/finding"

var noServedVersion = Rule{
	ID: "no-served-version", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "no version is served",
	Why: `The server accepts such a CRD, but every request for its objects fails with 404, even requests to delete them.
Serve at least the storage version, or delete the CRD.`,
	Example: `
  versions:
- - {name: v1, served: false, storage: true, schema: {openAPIV3Schema: {type: object}}}
+ - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		if len(p.CRD.Spec.Versions) > 0 && servedVersions(p) == 0 {
			p.Report(finding.Root("spec", "versions"), "no version is served: requests for the objects fail with 404").Help =
				"set served: true on the storage version"
		}
	},
}
