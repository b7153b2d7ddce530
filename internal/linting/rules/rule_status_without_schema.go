package rules

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var statusWithoutSchema = Rule{
	ID: "status-without-schema", Severity: finding.Warning, Profile: Strict, Topic: Install, Narrows: true,
	Title: "status subresource, but no status in the schema",
	Why: `The server keeps only fields that the schema declares. If it does not declare ` + "`status`" + `, everything that a
controller writes to the status subresource is pruned, although the request succeeds.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}}}
+         status: {type: object, properties: {size: {type: integer}}}
`,
	CRD: func(p *Pass) {
		p.eachVersion(p.CRD.Spec.Shared.Subresources, func(v *Version, of *crd.Version, at *finding.Path) {
			root := &v.Tree.Nodes[0]
			if of.HasStatus() && !p.CRD.Spec.PreserveUnknownFields && v.Child(root, "status") == nil && v.PrunesUnknown(root) {
				p.Report(at.Child("subresources", "status"),
					"version %q has the status subresource, but its schema does not declare status: everything that is written to it is pruned", of.Name).Help =
					"declare status in the schema, or remove the subresource"
			}
		})
	},
}
