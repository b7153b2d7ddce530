package apply

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/yamlnode"
)

// webhook is a mutating webhook. A server calls those that match a request before it
// validates the object (createHandler of k8s.io/apiserver/pkg/endpoints/handlers), so that an
// object may be accepted there which is refused here, where none is called. Selectors and match
// conditions may exempt objects, and are not looked at.
type webhook struct {
	name, place string
	rules       []webhookRule
}

// webhookRule is one of its rules, as far as custom objects are concerned. Versions are left out: by
// default a webhook gets the objects of all.
type webhookRule struct {
	groups, resources, operations []string
	scope                         string
}

const (
	webhooksGroup = "admissionregistration.k8s.io"
	webhooksKind  = "MutatingWebhookConfiguration"

	// mostWebhooks is how many are kept. Clusters have a few dozen.
	mostWebhooks = 1000
	// mostNamed is how many of those that match an object are named.
	mostNamed = 3
)

// addWebhooks takes up those of a document. One that is there by its name already is a copy.
func (s *CRDs) addWebhooks(doc *source.Document) {
	apiVersion, kind := doc.TypeMeta()
	if group, _ := splitAPIVersion(apiVersion); kind != webhooksKind || group != webhooksGroup {
		return
	}
	list := source.Field(doc.Root, "webhooks")
	for i, n := range items(list) {
		w := webhook{name: text(doc, n, "name")}
		if len(s.webhooks) == mostWebhooks || slices.ContainsFunc(s.webhooks, func(o webhook) bool { return o.name == w.name }) {
			continue
		}
		w.place = fmt.Sprintf("%s:%d", doc.File.Name, doc.Locate(finding.Root("webhooks").Index(i).Segments()).Line)
		for _, r := range items(source.Field(n, "rules")) {
			w.rules = append(w.rules, webhookRule{
				groups: texts(source.Field(r, "apiGroups")), resources: texts(source.Field(r, "resources")),
				operations: texts(source.Field(r, "operations")), scope: text(doc, r, "scope"),
			})
		}
		s.webhooks = append(s.webhooks, w)
	}
}

// mutating names the webhooks that may change objects of a CRD before they are validated.
func (s *CRDs) mutating(d *definition) []string {
	d.called.Do(func() {
		resource := text(d.doc, source.Field(source.Field(d.doc.Root, "spec"), "names"), "plural")
		more := 0
		for i := range s.webhooks {
			w := &s.webhooks[i]
			if !slices.ContainsFunc(w.rules, func(r webhookRule) bool { return r.matches(d, resource) }) {
				continue
			}
			if len(d.webhooks) == mostNamed {
				more++
				continue
			}
			d.webhooks = append(d.webhooks, fmt.Sprintf("%s (%s)", w.name, w.place))
		}
		if more > 0 {
			d.webhooks = append(d.webhooks, fmt.Sprintf("%d more", more))
		}
	})
	return d.webhooks
}

// matches reports whether requests for objects of a CRD match a rule (Matcher of
// k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules).
func (r *webhookRule) matches(d *definition, resource string) bool {
	scope := "Cluster"
	if d.namespaced {
		scope = "Namespaced"
	}
	return has(r.groups, d.group) && (r.scope == "" || r.scope == "*" || r.scope == scope) &&
		(has(r.operations, "CREATE") || has(r.operations, "UPDATE")) &&
		slices.ContainsFunc(r.resources, func(name string) bool {
			name, of, _ := strings.Cut(name, "/")
			return (name == "*" || name == resource) && (of == "" || of == "*")
		})
}

// has reports whether a list of a rule has a value, or stands for all.
func has(list []string, value string) bool {
	return slices.Contains(list, value) || slices.Contains(list, "*")
}

// items are those of a list; none of anything else.
func items(n *yamlnode.Node) []*yamlnode.Node {
	if n = source.Resolve(n); n == nil || n.Kind != yamlnode.Sequence {
		return nil
	}
	return n.Content
}

// texts are the strings of a list.
func texts(n *yamlnode.Node) []string {
	var all []string
	for _, item := range items(n) {
		if s, ok := source.String(item); ok {
			all = append(all, s)
		}
	}
	return all
}
