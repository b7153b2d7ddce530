package rules

import (
	"cmp"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var scalePathChanged = Rule{
	ID: "scale-path-changed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a path of the scale subresource leads to another field than in the stored CRD",
	Why: `` + "`kubectl scale`" + ` and autoscalers read and set the fields that the paths of the scale subresource name. With another
` + "`specReplicasPath`" + ` they set another field, and of stored objects they read one that is not there; with another
` + "`statusReplicasPath`" + ` they see no replicas, and with another ` + "`labelSelectorPath`" + ` an autoscaler finds no pods, until the
controller has written the new fields. Keep the paths, or have the controller write both fields first.`,
	Old: `
versions:
- name: v1
  served: true
  storage: true
  schema:
    openAPIV3Schema:
      type: object
      properties:
        spec: {type: object, properties: {replicas: {type: integer}, size: {type: integer}}}
        status: {type: object, properties: {replicas: {type: integer}}}
  subresources:
    status: {}
    scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {replicas: {type: integer}, size: {type: integer}}}
-         status: {type: object, properties: {replicas: {type: integer}}}
+         status: {type: object, properties: {replicas: {type: integer}, selector: {type: string}}}
    subresources:
      status: {}
-     scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.replicas}
+     scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, labelSelectorPath: .status.selector}
`,
	CRD: func(p *Pass) {
		p.eachVersionOfBoth(func(at *finding.Path, was, now *crd.Version) {
			if !hasScale(was) || !hasScale(now) {
				return // subresource-changed reports it
			}
			a, b := was.Subresources.Scale, now.Subresources.Scale
			report := func(field, was, is, what string) {
				if was != is {
					p.Report(at.Child("subresources", "scale", field), "%s of version %q was %s and is now %s: %s", field, now.Name, was, cmp.Or(is, "not set"), what).Help =
						"keep " + field + ": " + was
				}
			}
			report("specReplicasPath", a.SpecReplicasPath, b.SpecReplicasPath, "kubectl scale and autoscalers set another field, and stored objects have theirs where nobody reads it")
			report("statusReplicasPath", a.StatusReplicasPath, b.StatusReplicasPath, "autoscalers read another field")
			if a.LabelSelectorPath != nil && *a.LabelSelectorPath != "" {
				is := ""
				if b.LabelSelectorPath != nil {
					is = *b.LabelSelectorPath
				}
				report("labelSelectorPath", *a.LabelSelectorPath, is, "autoscalers read another field, or find no selector")
			}
		})
	},
}
