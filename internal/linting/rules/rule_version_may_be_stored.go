package rules

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var versionMayBeStored = Rule{
	ID: "version-may-be-stored", Severity: finding.Warning, Profile: Default, Topic: Upgrade,
	Title: "clusters may still list a removed version in status.storedVersions",
	Why: `A cluster lists each version that was ever the storage version in ` + "`status.storedVersions`" + `, until somebody
removes it there. As long as it is listed, the server refuses a CRD without the version. The old CRD comes from a file, which
does not have the status of the clusters. Keep the version with ` + "`served: false`" + ` for a release, and have each cluster
migrate its objects: ` + "`kubectl get NAMES.VERSION.GROUP -A -o json | kubectl replace -f -`" + ` writes them in the storage
version of today, and ` + "`kubectl patch crd NAMES.GROUP --subresource=status --type=merge -p '{\"status\":{\"storedVersions\":[\"VERSION\"]}}'`" + `
removes the others from the status. Clusters with the API ` + "`storagemigration.k8s.io`" + ` (alpha in Kubernetes 1.30) or
kube-storage-version-migrator do the first step by themselves. With the status in the file, as from ` + "`kubectl get crd -o yaml`" + `,
what is reported is what that cluster answers.`,
	Old: `
versions:
- name: v1
  served: true
  storage: true
  schema:
    openAPIV3Schema:
      type: object
- name: v1beta1
  served: false
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
+   served: false
+   storage: false
+   schema:
+     openAPIV3Schema:
+       type: object
`,
	CRD: func(p *Pass) {
		if p.Old == nil {
			return
		}
		for _, version := range crd.MayBeStored(p.Old, p.CRD) {
			p.Report(finding.Root("spec", "versions"),
				"version %q is removed: a cluster that once stored objects in it still lists it in status.storedVersions, and refuses this update", version).Help = p.CRD.MigrateHelp(version)
		}
	},
}
