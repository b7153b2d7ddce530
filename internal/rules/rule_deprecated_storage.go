package rules

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
)

var deprecatedStorage = Rule{
	ID: "deprecated-storage", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "objects are stored in a deprecated version beside one that is not",
	Why: `A deprecated version is about to go, and it can't as long as objects are stored in it. Store the version
that is to stay, then migrate what is stored and take the old one out of ` + "`status.storedVersions`" + `.`,
	Bad: `
versions:
- {name: v1beta1, served: true, storage: true, deprecated: true, schema: {openAPIV3Schema: {type: object}}}
- {name: v1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
`,
	Good: `
versions:
- {name: v1beta1, served: true, storage: false, deprecated: true, schema: {openAPIV3Schema: {type: object}}}
- {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		versions := p.CRD.Spec.Versions
		stays := slices.IndexFunc(versions, func(v crd.Version) bool { return v.Served && !v.Deprecated })
		for i := range versions {
			if v := &versions[i]; v.Storage && v.Deprecated && stays >= 0 {
				p.Report(finding.Root("spec", "versions").Index(i).Child("storage"), "version %q is deprecated and stored", v.Name).Help =
					"store " + versions[stays].Name + ", and migrate the objects before this version goes"
			}
		}
	},
}
