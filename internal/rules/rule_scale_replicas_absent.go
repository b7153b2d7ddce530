package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
)

var scaleReplicasAbsent = Rule{
	ID: "scale-replicas-absent", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "the number of replicas that is scaled can be absent",
	Why: `Where the field is absent the scale subresource says 0 replicas, whatever the controller makes of
that, and an autoscaler leaves objects with 0 replicas alone: they are switched off. Give the field a
default, and the objects around it ` + "`default: {}`" + ` or make them required.`,
	Bad: `
versions:
- name: v1
  served: true
  storage: true
  subresources:
    scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
  schema:
    openAPIV3Schema:
      type: object
      required: [spec]
      properties:
        spec:
          type: object
          properties:
            replicas: {type: integer}
        status:
          type: object
          properties:
            replicas: {type: integer}
`,
	Good: `
versions:
- name: v1
  served: true
  storage: true
  subresources:
    scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
  schema:
    openAPIV3Schema:
      type: object
      required: [spec]
      properties:
        spec:
          type: object
          properties:
            replicas: {type: integer, default: 1}
        status:
          type: object
          properties:
            replicas: {type: integer}
`,
	CRD: func(p *Pass) {
		p.scales(func(v *Version, s *crd.Scale, at *finding.Path) {
			n := p.follow(v, &v.Tree.Nodes[0], scaleSteps(s.SpecReplicasPath)).end
			if n == nil {
				return
			}
			if absent := v.MayBeAbsent(n); absent != nil {
				p.Report(at.Child("specReplicasPath"), "%s may be absent; the scale then says 0 replicas, and autoscalers leave the object alone", v.named(absent)).Help =
					"give it a default or make it required"
			}
		})
	},
}
