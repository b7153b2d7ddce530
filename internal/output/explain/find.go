package explain

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/version"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

// Find returns the resource that a text such as widgets.spec.ports names, and the path in it. The name is a kind,
// plural, singular or short name, in any case, and may be followed by the group. apiVersion, which is
// group/version or a version alone, selects the version; without it, Find returns the newest.
//
// Find returns an *UnknownKindError if there is no such resource, and an *UnknownGroupError if there is, but the
// rest of the text looks like a group without such a resource.
func Find(crds []*crd.CustomResourceDefinition, text, apiVersion string, v kube.Version) (*resource.Resource, []string, error) {
	s, err := NewResources(crds, v)
	if err != nil {
		return nil, nil, err
	}
	return s.Find(text, apiVersion)
}

// Resources are the resources of CRDs, for several searches.
type Resources struct {
	crds []*crd.CustomResourceDefinition
	all  []resource.Resource
	// names are the names of each resource, by plural name and group.
	names map[string][]string
}

// NewResources returns the resources of CRDs as a version of Kubernetes publishes them.
func NewResources(crds []*crd.CustomResourceDefinition, v kube.Version) (*Resources, error) {
	for _, c := range crds {
		c.Default()
	}
	all, err := resource.All(crds, v)
	if err != nil {
		return nil, err
	}
	names := map[string][]string{}
	for _, c := range crds {
		n := &c.Spec.Names
		names[n.Plural+"."+c.Spec.Group] = append([]string{n.Plural, n.Singular, n.Kind}, n.ShortNames...)
	}
	return &Resources{crds, all, names}, nil
}

// Find is the function Find for these resources.
func (s *Resources) Find(text, apiVersion string) (*resource.Resource, []string, error) {
	group, wanted := splitVersion(apiVersion)
	name, behind, _ := strings.Cut(text, ".")
	is := func(r *resource.Resource) bool {
		return (group == "" || r.Group == group) && (wanted == "" || r.Version == wanted)
	}
	// A resource whose group is in the text takes precedence.
	best, path := s.withGroup(name, behind, is)
	var versions []string
	named := best != nil
	if !named {
		path = behind
		for r := range s.named(name) {
			if is(r) && (best == nil || r.Group == best.Group && newer(r.Version, best.Version)) {
				best = r
			}
			if best == nil && (group == "" || r.Group == group) {
				versions = append(versions, r.Group+"/"+r.Version)
			}
		}
	}
	switch {
	case best == nil && versions != nil:
		slices.Sort(versions)
		return nil, nil, fmt.Errorf("--api-version %q: unknown version; supported are %s", apiVersion, strings.Join(versions, ", "))
	case best == nil:
		return nil, nil, unknownKind(text, s.crds)
	}
	var steps []string
	for step := range strings.SplitSeq(path, ".") {
		if step, _, _ = strings.Cut(step, "["); step != "" {
			steps = append(steps, step)
		}
	}
	if !named {
		if err := s.wrongGroup(text, apiVersion, best, steps); err != nil {
			return nil, nil, err
		}
	}
	return best, steps, nil
}

// FindKind is Find for a text that names a resource without a field.
func (s *Resources) FindKind(text, apiVersion string) (*resource.Resource, error) {
	r, path, err := s.Find(text, apiVersion)
	if err == nil && len(path) > 0 {
		err = fmt.Errorf("%s: a manifest is of a kind, and not of a field; write: %s", text, strings.ToLower(r.Kind))
	}
	return r, err
}

// withGroup returns the newest resource with a name whose group follows the name, and the path after the group. It
// prefers the longest group.
func (s *Resources) withGroup(name, behind string, is func(*resource.Resource) bool) (best *resource.Resource, path string) {
	for end := len(behind); end > 0; end = strings.LastIndexByte(behind[:end], '.') {
		for r := range s.named(name) {
			if r.Group == behind[:end] && is(r) && (best == nil || newer(r.Version, best.Version)) {
				best = r
			}
		}
		if best != nil {
			return best, strings.TrimPrefix(behind[end:], ".")
		}
	}
	return nil, ""
}

func newer(a, b string) bool { return version.CompareKubeAwareVersionStrings(a, b) > 0 }

func splitVersion(apiVersion string) (group, version string) {
	if group, version, ok := strings.Cut(apiVersion, "/"); ok {
		return group, version
	}
	return "", apiVersion
}

// named yields the resources with a name, in their order.
func (s *Resources) named(name string) iter.Seq[*resource.Resource] {
	return func(yield func(*resource.Resource) bool) {
		for i := range s.all {
			r := &s.all[i]
			is := func(other string) bool { return strings.EqualFold(name, other) }
			if slices.ContainsFunc(s.names[r.Plural+"."+r.Group], is) && !yield(r) {
				return
			}
		}
	}
}

// An UnknownKindError is the error for a resource that no CRD defines.
type UnknownKindError struct {
	Name string
	// Known are the names of all resources, kinds first.
	Known []string
	// Kinds are the kinds alone, sorted.
	Kinds []string
}

// Error returns the message with the name.
func (e *UnknownKindError) Error() string {
	return fmt.Sprintf("no CRD defines the resource %q", e.Name)
}

func unknownKind(text string, crds []*crd.CustomResourceDefinition) *UnknownKindError {
	name, _, _ := strings.Cut(text, ".")
	e := &UnknownKindError{Name: name}
	for _, c := range crds {
		e.Kinds = append(e.Kinds, c.Spec.Names.Kind)
	}
	slices.Sort(e.Kinds)
	e.Kinds = slices.Compact(e.Kinds)
	e.Known = slices.Clone(e.Kinds)
	for _, c := range crds {
		n := &c.Spec.Names
		e.Known = append(e.Known, n.Plural, n.Singular)
		e.Known = append(e.Known, n.ShortNames...)
	}
	return e
}
