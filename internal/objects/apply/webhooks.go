package apply

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// webhook is a mutating webhook. A server calls those that match a request before it
// validates the object (createHandler of k8s.io/apiserver/pkg/endpoints/handlers), so that an
// object may be accepted there which is refused here, where none is called. Selectors and match
// conditions may exempt objects, and are not looked at.
type webhook struct {
	name, place string
	past        bool // it is of a release
	rules       []webhookRule
}

// webhooks are the mutating ones of a cluster.
type webhooks struct{ list []webhook }

// webhookRule is one of its rules, as far as custom objects are concerned. Versions are left out: by
// default a webhook gets the objects of all.
type webhookRule struct {
	groups, resources, operations []string
	scope                         string
}

const (
	webhooksGroup = "admissionregistration.k8s.io"
	webhooksKind  = "MutatingWebhookConfiguration"

	// mostNamed is how many of those that match an object are named.
	mostNamed = 3
)

// add takes up those of a document. One that is there by its name already is a copy, or was
// so in a release.
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

// of names the webhooks that may change objects of a CRD before they are validated, but for
// those of releases, if the CRD is of none.
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
