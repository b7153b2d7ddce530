package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var onlyDeprecated = Rule{
	ID: "only-deprecated", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "all served versions are deprecated",
	Why: `Users get a warning for each request, but there is no version that they could use instead. Serve the new
version before you deprecate the old one. If the whole API will be removed, say so in ` + "`deprecationWarning`" + `.`,
	Example: `
  versions:
  - {name: v1beta1, served: true, storage: false, deprecated: true, schema: {openAPIV3Schema: {type: object}}}
- - {name: v1, served: false, storage: true, schema: {openAPIV3Schema: {type: object}}}
+ - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		versions := p.CRD.Spec.Versions
		if slices.ContainsFunc(versions, func(v crd.Version) bool { return v.Served && !v.Deprecated }) {
			return
		}
		// A deprecationWarning already tells users what to do.
		for i := range versions {
			if v := &versions[i]; v.Served && v.DeprecationWarning == nil {
				p.Report(finding.Root("spec", "versions").Index(i).Child("deprecated"), "version %q is deprecated, and all served versions are", v.Name).Help =
					"serve the version that replaces it, or say in deprecationWarning what to use instead"
			}
		}
	},
}
