package rules

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var subresourceChanged = Rule{
	ID: "subresource-changed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a version gains or loses its status or scale subresource",
	Why: `Without the status subresource, requests to ` + "`/status`" + ` get 404, so a controller can no longer update the
status. After the status subresource is added, a status that is written together with the rest of the object is silently
ignored, so the status of a controller that does so is lost. Without the scale subresource, ` + "`kubectl scale`" + ` and
autoscalers fail. Release the CRD together with a controller that is adapted to the change.`,
	Old: `
versions:
- name: v1
  served: true
  storage: true
  schema:
    openAPIV3Schema:
      type: object
      properties:
        status:
          type: object
  subresources:
    status: {}
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
          status:
            type: object
+   subresources:
+     status: {}
`,
	CRD: func(p *Pass) {
		p.eachVersionOfBoth(func(at *finding.Path, was, now *crd.Version) {
			at = at.Child("subresources")
			switch {
			case was.HasStatus() && !now.HasStatus():
				p.Report(at, "version %q no longer has the status subresource: requests to /status get 404", now.Name)
			case !was.HasStatus() && now.HasStatus() && was.KeepsStatus():
				p.Report(at.Child("status"), "version %q now has the status subresource: a status that is written with the object is ignored", now.Name)
			}
			if hasScale(was) && !hasScale(now) {
				p.Report(at, "version %q no longer has the scale subresource: kubectl scale and autoscalers get 404", now.Name)
			}
		})
	},
}

func hasScale(v *crd.Version) bool { return v.Subresources != nil && v.Subresources.Scale != nil }
