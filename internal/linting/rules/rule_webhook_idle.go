package rules

import "github.com/crdtool/crdtool/internal/text/finding"

var webhookIdle = Rule{
	ID: "webhook-idle", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "conversion webhook for a single version",
	Why: `The API server calls the webhook if an object is stored in another version than the requested one. With a single
version it is never called, but its service has to run and its certificates expire.`,
	Example: `
- conversion:
-   strategy: Webhook
-   webhook:
-     conversionReviewVersions: [v1]
-     clientConfig: {url: "https://example.com/convert"}
+ versions:
+ - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		c := p.CRD.Spec.Conversion
		if c != nil && c.Strategy == "Webhook" && len(p.CRD.Spec.Versions) == 1 {
			p.Report(finding.Root("spec", "conversion", "strategy"), "the conversion webhook is never called: the CRD has only one version").Help =
				"remove spec.conversion"
		}
	},
}
