package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

var webhookWithoutCA = Rule{
	ID: "webhook-without-ca", Severity: finding.Warning, Profile: Strict, Topic: Install,
	Title: "conversion webhook has no caBundle, and no annotation that injects one",
	Why: `The API server calls the webhook over TLS. Without ` + "`caBundle`" + ` it trusts only the certificate authorities of the
machine it runs on, which never issue the certificate of a service in the cluster. Every request for another version than
the storage version then fails. The bundle can be injected by cert-manager or OpenShift, on request of an annotation, by
kustomize, by OLM, or by the controller when it starts; the last three cannot be seen in the file.`,
	Example: `
- conversion:
-   strategy: Webhook
-   webhook:
-     conversionReviewVersions: [v1]
-     clientConfig:
-       service: {namespace: system, name: webhook}
- versions:
- - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
- - {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
+ apiVersion: apiextensions.k8s.io/v1
+ kind: CustomResourceDefinition
+ metadata:
+   name: widgets.example.com
+   annotations:
+     cert-manager.io/inject-ca-from: system/webhook
+ spec:
+   group: example.com
+   scope: Namespaced
+   names: {plural: widgets, kind: Widget}
+   conversion:
+     strategy: Webhook
+     webhook:
+       conversionReviewVersions: [v1]
+       clientConfig:
+         service: {namespace: system, name: webhook}
+   versions:
+   - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
+   - {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		c := p.CRD.Spec.Conversion
		if c == nil || c.Webhook == nil || c.Webhook.ClientConfig == nil || len(c.Webhook.ClientConfig.CABundle) > 0 ||
			c.Webhook.ClientConfig.Service == nil {
			return
		}
		if p.injectsCA() {
			return
		}
		p.Report(finding.Root("spec", "conversion", "webhook", "clientConfig"),
			"the conversion webhook has no caBundle, and no annotation requests one: unless something sets it, such as a patch, OLM or the controller, the API server does not trust its certificate").Help =
			"set caBundle, or annotate the CRD with cert-manager.io/inject-ca-from"
	},
}

// injectsCA reports whether an annotation of the CRD requests the injection of a CA bundle.
func (p *Pass) injectsCA() bool {
	for name := range p.CRD.Metadata.Annotations {
		if slices.Contains(caInjectors(), name) || strings.HasPrefix(name, "cert-manager.io/inject-") {
			return true
		}
	}
	return false
}

// caInjectors are the annotations that request the injection of a CA bundle.
func caInjectors() []string {
	return []string{
		"certmanager.k8s.io/inject-ca-from",
		"service.beta.openshift.io/inject-cabundle",
		"service.alpha.openshift.io/inject-cabundle",
	}
}
