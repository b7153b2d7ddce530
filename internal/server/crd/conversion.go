package crd

import (
	"fmt"
	"net/url"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// strategyValue is printed in messages like a value of the server's named string type: as JSON.
type strategyValue string

// conversion checks spec.conversion. The server's internal type has the webhook's clientConfig and versions in
// spec.conversion itself, and findings have the paths of that type.
func (k *checker) conversion() {
	c := k.crd.Spec.Conversion
	p := spec("conversion")
	if c.Strategy != "None" && k.crd.Spec.PreserveUnknownFields {
		k.add(finding.Invalid(code.ConversionPreserves, p.Child("strategy"), strategyValue(c.Strategy), "must be None if spec.preserveUnknownFields is true"))
	}
	k.oneOf(code.ConversionStrategyRequired, code.ConversionStrategyUnknown, p.Child("strategy"), c.Strategy, "None", "Webhook")

	webhook := p.Child("webhook")
	client := p.Child("webhookClientConfig").At(webhook.Child("clientConfig"))
	versions := p.Child("conversionReviewVersions").At(webhook.Child("conversionReviewVersions"))
	w := c.Webhook
	if w == nil {
		w = &Webhook{}
	}
	if c.Strategy != "Webhook" {
		const detail = "should not be set when strategy is not set to Webhook"
		if w.ClientConfig != nil {
			k.add(finding.Forbidden(code.ConversionWebhookUnused, client, detail))
		}
		if len(w.ConversionReviewVersions) > 0 {
			k.add(finding.Forbidden(code.ConversionWebhookUnused, versions, detail))
		}
		return
	}
	if w.ClientConfig == nil {
		k.add(finding.Required(code.ConversionClientRequired, client, "required when strategy is set to Webhook"))
	} else {
		k.clientConfig(w.ClientConfig, client)
	}
	k.reviewVersions(w.ConversionReviewVersions, versions)
}

func (k *checker) clientConfig(c *ClientConfig, p *finding.Path) {
	switch {
	case (c.URL == nil) == (c.Service == nil):
		k.add(finding.Required(code.ConversionURLOrService, p, "exactly one of url or service is required"))
	case c.URL != nil:
		k.webhookURL(*c.URL, p.Child("url"))
	default:
		k.webhookService(c.Service, p.Child("service"))
	}
	if len(c.CABundle) > 0 && k.require.caBundle && k.behaviour.Checks.CABundle {
		if fault := caBundleFault(c.CABundle); fault != "" {
			k.add(finding.Invalid(code.ConversionCABundle, p.Child("caBundle"), c.CABundle, fault))
		}
	}
}

func (k *checker) webhookURL(text string, p *finding.Path) {
	const form = "; desired format: https://host[/path]"
	u, err := url.Parse(text)
	if err != nil {
		k.add(finding.Required(code.ConversionURL, p, "url must be a valid URL: "+err.Error()+form))
		return
	}
	invalid := func(bad bool, value, detail string) {
		if bad {
			k.add(finding.Invalid(code.ConversionURL, p, value, detail))
		}
	}
	invalid(u.Scheme != "https", u.Scheme, "'https' is the only allowed URL scheme"+form)
	invalid(u.Host == "", u.Host, "host must be specified"+form)
	if u.User != nil {
		invalid(true, u.User.String(), "user information is not permitted in the URL")
	}
	invalid(u.Fragment != "", u.Fragment, "fragments are not permitted in the URL")
	invalid(u.RawQuery != "", u.RawQuery, "query parameters are not permitted in the URL")
}

// webhookService checks a service reference. The server swaps name and namespace in a call, and reports a missing name
// at the namespace and vice versa. The position in the file is that of the missing field.
func (k *checker) webhookService(s *Service, p *finding.Path) {
	if s.Namespace == "" {
		k.add(finding.Required(code.ConversionServiceRequired, p.Child("name").At(p.Child("namespace")), ""))
	}
	if s.Name == "" {
		k.add(finding.Required(code.ConversionServiceRequired, p.Child("namespace").At(p.Child("name")), ""))
	}
	if errs := utilvalidation.IsValidPortNum(int(*s.Port)); errs != nil {
		k.add(finding.Invalid(code.ConversionServicePort, p.Child("port"), *s.Port, "port is not valid: "+strings.Join(errs, ", ")))
	}
	if s.Path == nil || *s.Path == "" || *s.Path == "/" {
		return
	}
	path, at := *s.Path, p.Child("path")
	invalid := func(detail string) { k.add(finding.Invalid(code.ConversionServicePath, at, path, detail)) }
	if path[0] != '/' {
		invalid("must start with a '/'")
	}
	// The server drops the first character whether it is a slash or not.
	for i, segment := range strings.Split(strings.TrimSuffix(path[1:], "/"), "/") {
		if segment == "" {
			invalid(fmt.Sprintf("segment[%d] may not be empty", i))
			continue
		}
		for _, fault := range utilvalidation.IsDNS1123Subdomain(segment) {
			invalid(fmt.Sprintf("segment[%d]: %v", i, fault))
		}
	}
}

func recognizedReviewVersion(v string) bool { return v == "v1" || v == "v1beta1" }

func (k *checker) reviewVersions(versions []string, p *finding.Path) {
	if len(versions) == 0 {
		k.add(finding.Required(code.ConversionReviewRequired, p, ""))
		return
	}
	seen := map[string]bool{}
	recognized := false
	for i, v := range versions {
		if seen[v] {
			k.add(finding.Invalid(code.ConversionReviewTwice, p.Index(i), v, "duplicate version"))
			continue
		}
		seen[v] = true
		for _, fault := range utilvalidation.IsDNS1035Label(v) {
			k.add(finding.Invalid(code.ConversionReviewForm, p.Index(i), v, fault))
		}
		recognized = recognized || recognizedReviewVersion(v)
	}
	if k.require.reviewVersion && !recognized {
		k.add(finding.Invalid(code.ConversionReviewUnknown, p, versions, "must include at least one of v1, v1beta1"))
	}
}
