package rules

import "github.com/crdtool/crdtool/finding"

var statusWithoutSubresource = Rule{
	ID: "status-without-subresource", Severity: finding.Warning, Profile: Strict, Topic: Install, Mends: []string{"status"}, Narrows: true,
	Title: "status in the schema, but no status subresource",
	Why: `Without the subresource the status is a field like any other: users can write it together with the spec,
a controller that updates it overwrites what they changed in the meantime, ` + "`metadata.generation`" + ` grows with
each change of it, and RBAC can't grant access to spec and status separately.`,
	Bad: `
versions:
- name: v1
  served: true
  storage: true
  schema:
    openAPIV3Schema:
      type: object
      properties:
        status: {type: object, properties: {size: {type: integer}}}
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
        status: {type: object, properties: {size: {type: integer}}}
`,
	CRD: func(p *Pass) {
		s := &p.CRD.Spec
		for i := range s.Versions {
			v := p.schemaOf(i)
			if v == nil || s.Versions[i].HasStatus() || !s.Versions[i].Served || i > 0 && s.Shared.Subresources && s.Shared.Schema {
				continue
			}
			if n := v.Child(&v.Tree.Nodes[0], "status"); n != nil {
				p.ReportNode(v, n, "version %q has a status, but no status subresource", s.Versions[i].Name).Help =
					"add to the version: subresources: {status: {}}; then only requests to /status change it"
			}
		}
	},
}
