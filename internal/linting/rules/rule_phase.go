package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var phase = Rule{
	ID: "phase", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Narrows: true,
	Title: "status has a phase",
	Why: `A phase is one state of a fixed set, and clients are written for exactly that set, so a new phase
breaks them. And a single word cannot say that an object is both ready and being updated. The API conventions have
deprecated phases in favour of conditions, which are independent of each other and can be added later.`,
	Example: `
  status:
    type: object
    properties:
-     phase: {type: string}
+     conditions:
+       type: array
+       x-kubernetes-list-type: map
+       x-kubernetes-list-map-keys: [type]
+       items:
+         type: object
+         required: [lastTransitionTime, message, reason, status, type]
+         properties:
+           lastTransitionTime: {type: string, format: date-time}
+           message: {type: string}
+           reason: {type: string}
+           status: {type: string, enum: ["True", "False", Unknown]}
+           type: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Name == "phase" && n.Type == "string" && v.Own(n) && conventions.IsStatus(v.Parent(n)) {
			p.ReportNode(v, n, "%s is a phase: adding a value later breaks clients", v.Called(n)).Help =
				"use conditions instead"
		}
	},
}
