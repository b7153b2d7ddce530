package rules

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var scaleWithoutSelector = Rule{
	ID: "scale-without-selector", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "scale without labelSelectorPath",
	Why: `A HorizontalPodAutoscaler finds the pods to measure by the selector in the scale subresource of its target.
Without ` + "`labelSelectorPath`" + ` there is no selector, and it reports an error instead of scaling. Only ` + "`kubectl scale`" + `
does not need it. The field is a string that the controller writes into the status, in the form ` + "`app=web,tier in (a,b)`" + `.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
-     scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
+     scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, labelSelectorPath: .status.selector}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer, default: 1}
          status:
            type: object
            properties:
              replicas: {type: integer}
+             selector: {type: string}
`,
	CRD: func(p *Pass) {
		p.scales(func(_ *Version, s *crd.Scale, at *finding.Path) {
			if s.LabelSelectorPath == nil || *s.LabelSelectorPath == "" {
				p.Report(at, "the scale subresource has no labelSelectorPath, so a HorizontalPodAutoscaler cannot find the pods").Help =
					"add labelSelectorPath with the path of a string field, such as .status.selector"
			}
		})
	},
}
