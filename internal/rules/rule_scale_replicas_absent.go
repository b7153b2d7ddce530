package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
)

var scaleReplicasAbsent = Rule{
	ID: "scale-replicas-absent", Severity: finding.Warning, Profile: Strict, Topic: Install, Mends: []string{"default", "required"},
	Title: "the field at specReplicasPath can be absent",
	Why: `If the field is absent the scale subresource returns 0 replicas, however many the controller runs
then, and an autoscaler ignores objects with 0 replicas: for it they are switched off. Give the field a default. Give
the objects that contain it ` + "`default: {}`" + ` or make them required.`,
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
				p.Report(at.Child("specReplicasPath"), "%s may be absent; the scale subresource then returns 0 replicas, and autoscalers ignore the object", v.named(absent)).Help =
					"give it a default or make it required"
			}
		})
	},
}
