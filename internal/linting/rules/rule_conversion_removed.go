package rules

import (
	"github.com/crdtool/crdtool/internal/text/finding"
)

var conversionRemoved = Rule{
	ID: "conversion-removed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "the conversion strategy was Webhook and is now None",
	Why: "With the conversion strategy `None` the API server changes `apiVersion` of an object and nothing else, then prunes " +
		`it by the schema of the version that is requested. What the webhook converted is lost, or read as something else: also
objects that are stored in a version that is not the storage version any more. Write all objects in the storage version
before you take the webhook away, and stop serving the other versions. A file without ` + "`spec.conversion`" + ` may be one that
kustomize completes: then compare the output of kustomize.`,
	Old: `
conversion:
  strategy: Webhook
  webhook:
    conversionReviewVersions: [v1]
    clientConfig: {url: "https://example.com/convert"}
versions:
- name: v1
  served: true
  storage: true
  schema: {openAPIV3Schema: {type: object}}
- name: v1beta1
  served: true
  storage: false
  schema: {openAPIV3Schema: {type: object}}
`,
	Example: `
- conversion: {strategy: None}
+ conversion:
+   strategy: Webhook
+   webhook:
+     conversionReviewVersions: [v1]
+     clientConfig: {url: "https://example.org/convert"}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object}}
  - name: v1beta1
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object}}
`,
	CRD: func(p *Pass) {
		if p.Old == nil || p.Old.Spec.Conversion == nil || p.Old.Spec.Conversion.Strategy != "Webhook" ||
			p.CRD.Spec.Conversion == nil || p.CRD.Spec.Conversion.Strategy != "None" || len(p.CRD.Spec.Versions) < 2 {
			return
		}
		now := "and is now None"
		if !conversionWritten(p) {
			now = "and is now not set, which means None"
		}
		p.Report(finding.Root("spec", "conversion", "strategy"), "the conversion strategy was Webhook %s: objects are no longer converted between the versions, and lose what the requested one does not declare", now).Help =
			"keep the webhook as long as there are objects in another version than the storage version, or clients that use one"
	},
}
