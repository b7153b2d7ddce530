package rules

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
)

var onlyDeprecated = Rule{
	ID: "only-deprecated", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "every version that is served is deprecated",
	Why: `Each request is answered with a warning, and there is no version that users could move to. Serve the new
version before the old one is deprecated. Where the whole API goes away, say so in ` + "`deprecationWarning`" + `.`,
	Bad: `
versions:
- {name: v1beta1, served: true, storage: false, deprecated: true, schema: {openAPIV3Schema: {type: object}}}
- {name: v1, served: false, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	Good: `
versions:
- {name: v1beta1, served: true, storage: false, deprecated: true, schema: {openAPIV3Schema: {type: object}}}
- {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		versions := p.CRD.Spec.Versions
		if slices.ContainsFunc(versions, func(v crd.Version) bool { return v.Served && !v.Deprecated }) {
			return
		}
		// A warning of its own tells users what to do.
		for i := range versions {
			if v := &versions[i]; v.Served && v.DeprecationWarning == nil {
				p.Report(finding.Root("spec", "versions").Index(i).Child("deprecated"), "version %q is deprecated, and no version is served that is not", v.Name).Help =
					"serve the version that follows it, or say in deprecationWarning what to use instead"
			}
		}
	},
}
