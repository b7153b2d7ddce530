package rules

import "github.com/crdtool/crdtool/internal/text/finding"

var versionRemoved = Rule{
	ID: "version-removed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a version is no longer served",
	Why: `Requests for the version then get 404: manifests, controllers and clients that use it stop working
immediately, and so do watches. Deprecate a version for some releases first, so that kubectl prints a warning; stop serving
it only then.`,
	Old: `
versions:
- name: v1
  served: true
  storage: true
  schema:
    openAPIV3Schema:
      type: object
- name: v1beta1
  served: true
  storage: false
  schema:
    openAPIV3Schema:
      type: object
`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
+ - name: v1beta1
+   served: true
+   storage: false
+   deprecated: true
+   schema:
+     openAPIV3Schema:
+       type: object
`,
	CRD: func(p *Pass) {
		if p.Old == nil {
			return
		}
		versions := finding.Root("spec", "versions")
		for i := range p.Old.Spec.Versions {
			was := &p.Old.Spec.Versions[i]
			if !was.Served || was.Deprecated {
				continue
			}
			const help = "set deprecated: true first, and stop serving it some releases later"
			if now := p.CRD.VersionNamed(was.Name); now == nil {
				p.Report(versions, "version %q is removed: requests for it get 404", was.Name).Help = help
			} else if !now.Served {
				p.Report(versions.Index(indexOf(p.CRD, now)).Child("served"), "version %q is no longer served: requests for it get 404", was.Name).Help = help
			}
		}
	},
}
