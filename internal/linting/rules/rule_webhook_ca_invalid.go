package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

var webhookCAInvalid = Rule{
	ID: "webhook-ca-invalid", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "caBundle of the conversion webhook has no certificate, so the CRD is not served",
	Why: `Kubernetes 1.31 and later accept a new CRD whose ` + "`caBundle`" + ` holds no certificate, and then do not serve it: the
condition ` + "`Established`" + ` is False with the reason InvalidCABundle, objects cannot be created, and
` + "`kubectl wait --for condition=Established`" + ` times out. It lasts until something replaces the bundle. A placeholder such
as ` + "`Cg==`" + `, which is a line break, is not needed: a webhook without ` + "`caBundle`" + ` is valid. CRDs with an annotation by which cert-manager or OpenShift inject the bundle are not reported.`,
	Example: `
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig:
-       caBundle: Cg==
        service: {namespace: system, name: webhook}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
  - {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		fault := p.CRD.CABundleFault()
		if fault == "" || !p.Server.Checks.CABundle || p.injectsCA() {
			return
		}
		_, why, _ := strings.Cut(fault, ": ")
		p.Report(finding.Root("spec", "conversion", "webhook", "clientConfig", "caBundle"),
			"caBundle holds no certificate (%s): the server accepts the CRD, but does not serve it (Established: False, InvalidCABundle) until caBundle is replaced", why).Help =
			"remove caBundle, or set it to the certificate authority that signs the webhook's certificate"
	},
}
