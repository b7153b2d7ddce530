package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var scaleReplicasAbsent = Rule{
	ID: "scale-replicas-absent", Severity: finding.Warning, Profile: Default, Topic: Install, Keywords: []string{"default"}, Narrows: true,
	Title: "the field at specReplicasPath can be absent",
	Why: `Of an object without the field the server answers GET of the scale subresource with 500, "the spec replicas
field does not exist". A HorizontalPodAutoscaler, a PodDisruptionBudget and kubectl scale --current-replicas read it, and
fail. Where its absence stands for a number, give the field that number as its default, and defaults to the objects that
contain it as well, unless a webhook sets them. Where it stands for something else (no pods at all, or as many as another
field says), objects without the field cannot be scaled.
Of an object that has no spec at all nothing is said.`,
	Example: `
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
-             replicas: {type: integer}
+             replicas: {type: integer, default: 1}
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
			if absent := v.absentBelowSpec(n); absent != nil {
				f := p.Report(at.Child("specReplicasPath"), "%s may be absent; GET of the scale subresource then answers 500 (the spec replicas field %q does not exist), and autoscalers fail", v.named(absent), s.SpecReplicasPath)
				if v.presenceTested(absent) {
					f.Keywords = []string{} // its absence has a meaning
				} else {
					f.Help = "give it a default, with the number of replicas that its absence stands for"
				}
			}
		})
	},
}

// absentBelowSpec returns the outermost optional field without a default between spec and a node, or nil. spec
// itself counts only if it is the node: objects without spec are rare.
func (v *Version) absentBelowSpec(n *schematree.Node) (absent *schematree.Node) {
	for ; n.Parent > 0; n = v.Parent(n) {
		if n.Role != schematree.RoleProperty || !v.Required(n) && n.Default == nil {
			absent = n
		}
	}
	return absent
}
