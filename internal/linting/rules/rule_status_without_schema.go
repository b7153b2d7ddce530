package rules

import "github.com/crdtool/crdtool/finding"

var statusWithoutSchema = Rule{
	ID: "status-without-schema", Severity: finding.Warning, Profile: Strict, Topic: Install, Narrows: true,
	Title: "status subresource, but no status in the schema",
	Why: `The server keeps only fields that the schema declares. If it does not declare ` + "`status`" + `, everything that a
controller writes to the status subresource is pruned, although the request succeeds.`,
	Bad: `
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
`,
	Good: `
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
        status: {type: object, properties: {size: {type: integer}}}
`,
	CRD: func(p *Pass) {
		s := &p.CRD.Spec
		for i := range s.Versions {
			v := p.schemaOf(i)
			if v == nil || !s.Versions[i].HasStatus() || s.PreserveUnknownFields || i > 0 && s.Shared.Subresources && s.Shared.Schema {
				continue
			}
			root := &v.Tree.Nodes[0]
			if v.Child(root, "status") == nil && v.PrunesUnknown(root) {
				p.Report(finding.Root("spec", "versions").Index(i).Child("subresources", "status"),
					"version %q has the status subresource, but its schema does not declare status: everything that is written to it is pruned", s.Versions[i].Name).Help =
					"declare status in the schema, or remove the subresource"
			}
		}
	},
}
