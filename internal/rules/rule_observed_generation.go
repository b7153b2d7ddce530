package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/conventions"
	"github.com/crdtool/crdtool/schema"
)

var observedGeneration = Rule{
	ID: "observed-generation", Severity: finding.Info, Profile: APIReview, Topic: Convention,
	Title: "status has conditions and no observedGeneration",
	Why: `After a change of the spec the conditions still say what held before, until the controller has looked.
` + "`observedGeneration`" + ` says for which ` + "`metadata.generation`" + ` a status is true: without it, whoever waits for
Ready sees the old one and goes on. metav1.Condition has the field, and a status can have one for all.`,
	Bad: `
type: object
properties:
  status:
    type: object
    properties:
      conditions:
        type: array
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [type]
        items:
          type: object
          required: [type, status]
          properties:
            status: {type: string}
            type: {type: string}
`,
	Good: `
type: object
properties:
  status:
    type: object
    properties:
      observedGeneration: {type: integer, format: int64}
      conditions:
        type: array
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [type]
        items:
          type: object
          required: [type, status]
          properties:
            status: {type: string}
            type: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		item := conventions.ConditionItems(v.Tree, n)
		if item == nil || !conventions.IsStatus(v.Parent(n)) || item.Property("observedGeneration") != nil || v.Parent(n).Property("observedGeneration") != nil {
			return
		}
		p.ReportNode(v, n, "status has conditions and no observedGeneration, so a stale condition looks like a new one").Help =
			"add observedGeneration to the status, or use metav1.Condition, which has it"
	},
}
