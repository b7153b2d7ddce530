package rules

import "github.com/crdtool/crdtool/finding"

var statusWithoutSubresource = Rule{
	ID: "status-without-subresource", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "status in the schema, and no status subresource",
	Why: `Without the subresource the status is a field like any other: users can write it along with the spec,
a controller that updates it overwrites what they changed in the meantime, ` + "`metadata.generation`" + ` grows with
each change of it, and rights for the two can't be told apart.`,
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
				p.ReportNode(v, n, "version %q has a status and no status subresource", s.Versions[i].Name).Help =
					"add to the version: subresources: {status: {}}"
			}
		}
	},
}
