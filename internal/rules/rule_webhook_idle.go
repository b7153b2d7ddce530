package rules

import "github.com/crdtool/crdtool/finding"

var webhookIdle = Rule{
	ID: "webhook-idle", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "a conversion webhook with nothing to convert",
	Why: `The API server calls it where an object is stored in another version than it is asked for in. With a single
version it never is: there is a service to run, and certificates that expire, for nothing.`,
	Bad: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: {url: "https://example.com/convert"}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	Good: `
versions:
- {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		c := p.CRD.Spec.Conversion
		if c != nil && c.Strategy == "Webhook" && len(p.CRD.Spec.Versions) == 1 {
			p.Report(finding.Root("spec", "conversion", "strategy"), "the conversion webhook is never called: there is one version only").Help =
				"remove conversion"
		}
	},
}
