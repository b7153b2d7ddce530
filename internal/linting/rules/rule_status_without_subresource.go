package rules

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var statusWithoutSubresource = Rule{
	ID: "status-without-subresource", Severity: finding.Warning, Profile: Strict, Topic: Install, Keywords: []string{"status"}, Narrows: true,
	Title: "status in the schema, but no status subresource",
	Why: `Without the subresource the status is a field like any other: users can write it together with the spec,
a controller that updates it overwrites what they changed in the meantime, ` + "`metadata.generation`" + ` grows with
each change of it, and RBAC cannot grant access to spec and status separately.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
+   subresources:
+     status: {}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          status: {type: object, properties: {size: {type: integer}}}
`,
	CRD: func(p *Pass) {
		p.eachVersion(p.CRD.Spec.Shared.Subresources, func(v *Version, of *crd.Version, _ *finding.Path) {
			n := v.Child(&v.Tree.Nodes[0], "status")
			if n != nil && !of.HasStatus() && of.Served {
				p.ReportNode(v, n, "version %q has a status, but no status subresource", of.Name).Help =
					"add to the version: subresources: {status: {}}; then only requests to /status change it"
			}
		})
	},
}
