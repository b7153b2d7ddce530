package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var deprecatedStorage = Rule{
	ID: "deprecated-storage", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "storage version is deprecated, although another version is not",
	Why: `A deprecated version will be removed some day, and it cannot be removed as long as objects are stored in it. Make a
version that stays the storage version, then migrate the stored objects and remove the old version from
` + "`status.storedVersions`" + `.`,
	Example: `
  versions:
- - {name: v1beta1, served: true, storage: true, deprecated: true, schema: {openAPIV3Schema: {type: object}}}
- - {name: v1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
+ - {name: v1beta1, served: true, storage: false, deprecated: true, schema: {openAPIV3Schema: {type: object}}}
+ - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		versions := p.CRD.Spec.Versions
		stays := slices.IndexFunc(versions, func(v crd.Version) bool { return v.Served && !v.Deprecated })
		for i := range versions {
			if v := &versions[i]; v.Storage && v.Deprecated && stays >= 0 {
				p.Report(finding.Root("spec", "versions").Index(i).Child("storage"), "the storage version %q is deprecated", v.Name).Help =
					"set storage: true on " + versions[stays].Name + ", and migrate the stored objects before this version is removed"
			}
		}
	},
}
