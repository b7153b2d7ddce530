package apply

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// A webhook is a mutating webhook. A server calls the webhooks that match a request before it validates the object
// (createHandler of k8s.io/apiserver/pkg/endpoints/handlers). crdtool calls none, so it may refuse an object that
// such a server accepts. Selectors and match conditions may exempt objects; crdtool ignores them.
type webhook struct {
	name, place string
	past        bool // it belongs to a past release
	rules       []webhookRule
}

// webhooks are the mutating webhooks of a cluster.
type webhooks struct{ list []webhook }

// A webhookRule is a rule of a webhook, with the fields that matter for custom objects. Versions are omitted: by
// default a webhook gets objects of all versions.
type webhookRule struct {
	groups, resources, operations []string
	scope                         string
}

const (
	webhooksGroup = "admissionregistration.k8s.io"
	webhooksKind  = "MutatingWebhookConfiguration"

	// mostNamed limits the webhooks that a message names.
	mostNamed = 3
)

// add adds the webhooks of a document. A webhook of a known name is a copy, or an earlier release of it.
func (s *webhooks) add(doc *source.Document) {
	apiVersion, kind := doc.TypeMeta()
	if group, _ := splitAPIVersion(apiVersion); kind != webhooksKind || group != webhooksGroup {
		return
	}
	past := source.Release(doc.File.Name) != ""
	for _, n := range items(source.Field(doc.Root, "webhooks")) {
		w := webhook{name: text(n, "name"), past: past, place: fmt.Sprintf("%s:%d", doc.File.Name, doc.NodePos(n).Line)}
		for _, r := range items(source.Field(n, "rules")) {
			w.rules = append(w.rules, webhookRule{
				groups: texts(source.Field(r, "apiGroups")), resources: texts(source.Field(r, "resources")),
				operations: texts(source.Field(r, "operations")), scope: text(r, "scope"),
			})
		}
		there := slices.IndexFunc(s.list, func(other webhook) bool { return other.name == w.name })
		switch {
		case there < 0:
			s.list = append(s.list, w)
		case !past && s.list[there].past:
			s.list[there] = w
		}
	}
}

// of returns the names of webhooks that may change objects of a CRD before validation. It ignores webhooks of past
// releases, unless the CRD belongs to one.
func (s *webhooks) of(d *definition) []string {
	resource := text(source.Field(source.Field(d.doc.Root, "spec"), "names"), "plural")
	past := source.Release(d.doc.File.Name) != ""
	var names []string
	more := 0
	for i := range s.list {
		w := &s.list[i]
		if w.past && !past || !slices.ContainsFunc(w.rules, func(r webhookRule) bool { return r.matches(d, resource) }) {
			continue
		}
		if len(names) == mostNamed {
			more++
			continue
		}
		names = append(names, fmt.Sprintf("%s (%s)", w.name, w.place))
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return names
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

// has reports whether a list of a rule contains a value or "*".
func has(list []string, value string) bool {
	return slices.Contains(list, value) || slices.Contains(list, "*")
}

// items returns the items of a list; nil for any other node.
func items(n *yamlnode.Node) []*yamlnode.Node {
	if n = source.Resolve(n); n == nil || n.Kind != yamlnode.Sequence {
		return nil
	}
	return n.Content
}

// texts returns the strings of a list.
func texts(n *yamlnode.Node) []string {
	var all []string
	for _, item := range items(n) {
		if s, ok := source.String(item); ok {
			all = append(all, s)
		}
	}
	return all
}
