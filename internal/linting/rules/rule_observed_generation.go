package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var observedGeneration = Rule{
	ID: "observed-generation", Severity: finding.Info, Profile: APIReview, Topic: Convention,
	Title: "status has conditions but no observedGeneration",
	Why: `After a change of the spec the conditions still describe the previous spec until the controller has updated them.
` + "`observedGeneration`" + ` says which ` + "`metadata.generation`" + ` a status is about: without it, a client that waits for Ready
sees the old condition and continues too early. metav1.Condition has the field, or the status can have it once for all
conditions.`,
	Example: `
  status:
    type: object
    properties:
+     observedGeneration: {type: integer, format: int64}
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
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		item := conventions.ConditionItems(v.Tree, n)
		if item == nil || !conventions.IsStatus(v.Parent(n)) || item.Property("observedGeneration") != nil || v.Parent(n).Property("observedGeneration") != nil {
			return
		}
		p.ReportNode(v, n, "status has conditions but no observedGeneration, so clients cannot tell an outdated condition from a current one").Help =
			"add observedGeneration to the status, or use metav1.Condition, which has it"
	},
}
