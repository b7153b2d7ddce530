package apply

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/clientapply"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/ownership"
	"github.com/crdtool/crdtool/report"
)

// merge finds what a manifest leaves of a live object: what stays though the manifest
// does not have it, and what goes, with the reason.
type merge struct {
	q     *request
	owned *ownership.Owned
	steps []report.Step
}

// merged are the steps of the merge of a request that applies. The nil live object, and
// one that is replaced, have none.
func (q *request) merged(a *dryrun.Result) []report.Step {
	if a.Old == nil || a.Object == nil {
		return nil
	}
	sent := q.object.Value()
	m := merge{q: q, owned: ownership.OwnedIn(a.Old)}
	for _, name := range sortedNames(a.Old) {
		switch name {
		case "apiVersion", "kind", "status":
		case "metadata":
			m.metadata(a.Old[name], sent[name], a.Object[name])
		default:
			m.field(finding.Root(name), a.Old, sent, a.Object, name)
		}
	}
	return m.steps
}

// metadata compares what a manifest may hold of it.
func (m *merge) metadata(live, sent, stored any) {
	l, _ := live.(map[string]any)
	s, _ := sent.(map[string]any)
	t, _ := stored.(map[string]any)
	l, t = withoutApplied(l), withoutApplied(t)
	for _, name := range [...]string{"annotations", "finalizers", "labels"} {
		if _, has := l[name]; has {
			m.field(finding.Root("metadata", name), l, s, t, name)
		}
	}
}

// withoutApplied is metadata without the annotation that kubectl keeps for itself.
func withoutApplied(metadata map[string]any) map[string]any {
	annotations, _ := metadata["annotations"].(map[string]any)
	if _, has := annotations[clientapply.Annotation]; !has {
		return metadata
	}
	metadata, annotations = maps.Clone(metadata), maps.Clone(annotations)
	delete(annotations, clientapply.Annotation)
	metadata["annotations"] = annotations
	if len(annotations) == 0 {
		delete(metadata, "annotations")
	}
	return metadata
}

func (m *merge) field(at *finding.Path, live, sent, stored map[string]any, name string) {
	value := live[name]
	wanted, isWanted := sent[name]
	left, isLeft := stored[name]
	switch {
	case !isLeft && isWanted && wanted == nil:
		// A null in a manifest asks for that.
	case !isLeft:
		m.goes(at, value)
	case !isWanted:
		if dryrun.Equal(value, left) {
			m.stays(at, value)
		} else {
			m.value(at, value, nil, left)
		}
	default:
		m.value(at, value, wanted, left)
	}
}

func (m *merge) value(at *finding.Path, live, sent, stored any) {
	if dryrun.Equal(live, stored) && dryrun.Equal(sent, stored) {
		return
	}
	switch live := live.(type) {
	case map[string]any:
		sent, _ := sent.(map[string]any)
		stored, ok := stored.(map[string]any)
		if !ok {
			return
		}
		for _, name := range sortedNames(live) {
			m.field(at.Child(name), live, sent, stored, name)
		}
	case []any:
		stored, ok := stored.([]any)
		if ok {
			m.list(at, live, sent, stored)
		}
	}
}

func (m *merge) list(at *finding.Path, live []any, sent any, stored []any) {
	keys, merges := m.listKeys(at)
	wanted, _ := sent.([]any)
	gone := 0
	for i, item := range live {
		j := indexOf(stored, item, keys)
		switch k := indexOf(wanted, item, keys); {
		case j < 0 && merges:
			m.goes(at.Index(i), item)
		case j < 0:
			gone++
		case k < 0:
			if merges {
				m.stays(at.Index(i), item)
			}
		case len(keys) > 0:
			m.value(at.Index(i), item, wanted[k], stored[j])
		}
	}
	if gone > 0 && sent != nil {
		what := "items go"
		if gone == 1 {
			what = "item goes"
		}
		reason := "a JSON merge patch, which kubectl makes of custom resources, replaces lists as a whole"
		switch {
		case m.q.command.ServerSide:
			reason = "the list is atomic, as it has no x-kubernetes-list-type map or set: the manifest's list replaces it"
		case m.q.command.Verb == VerbReplace:
			reason = "the object that is sent replaces it"
		}
		m.add(dryrun.Dropped, at, nil, fmt.Sprintf("%s; %d %s%s", reason, gone, what, m.of(at)))
	}
}

// listKeys are those by which a list's items are told apart where it merges.
func (m *merge) listKeys(at *finding.Path) (keys []string, merges bool) {
	if !m.q.command.ServerSide {
		return nil, false // a JSON merge patch knows no types
	}
	if at.Server() == "metadata.finalizers" {
		return nil, true
	}
	_, s := m.q.def.resource.SchemaPath(m.q.version, at)
	if s == nil {
		return nil, false
	}
	switch s.ListType() {
	case "map":
		return s.XListMapKeys, true
	case "set":
		return nil, true
	}
	return nil, false
}

func indexOf(list []any, item any, keys []string) int {
	return slices.IndexFunc(list, func(other any) bool {
		if len(keys) == 0 {
			return dryrun.Equal(item, other)
		}
		a, _ := item.(map[string]any)
		b, _ := other.(map[string]any)
		return a != nil && b != nil && !slices.ContainsFunc(keys, func(k string) bool {
			// A key that is missing has its default, which the stored object has.
			w, has := b[k]
			return has && !dryrun.Equal(a[k], w)
		})
	})
}

func (m *merge) goes(at *finding.Path, value any) {
	reason := "the manifest that was applied before had it, and this one has not"
	if m.q.command.ServerSide {
		reason = fmt.Sprintf("%q applied it before and does so no longer, and nobody else owns it", m.q.fieldManager())
	}
	if m.q.command.Verb != VerbApply {
		reason = "the object that is sent does not have it"
	}
	m.add(dryrun.Dropped, at, value, reason)
}

func (m *merge) stays(at *finding.Path, value any) {
	if m.q.hasDefault(at) {
		return // it would be set again
	}
	reason := "the manifest that was applied before did not have it either"
	if m.q.command.ServerSide {
		reason = "the manifest does not have it"
	}
	m.add(dryrun.Kept, at, value, reason+m.of(at))
}

// of names the owners of a place.
func (m *merge) of(at *finding.Path) string {
	var names []string
	for _, e := range m.owned.Of(at.Server()) {
		if n := fmt.Sprintf("%q", e.Manager); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; owned by " + strings.Join(names, ", ")
}

func (m *merge) add(action report.Action, at *finding.Path, value any, reason string) {
	m.steps = append(m.steps, report.Step{
		Stage: dryrun.Merge, Action: action, Path: at.File(), ServerPath: at.Server(), Value: value, Reason: reason,
		Line: m.line(at),
	})
}

// line is that of the place in the manifest; an item of a list there may be another one.
func (m *merge) line(at *finding.Path) int {
	for _, s := range at.Segments() {
		if s.IsIndex {
			return 0
		}
	}
	return m.q.lineOf(at)
}

// fieldManager is the name under which the request owns fields.
func (q *request) fieldManager() string {
	return cmp.Or(q.command.Manager, clientapply.ManagerServerSide)
}

// hasDefault reports whether the schema sets a place if nothing stands there.
func (q *request) hasDefault(at *finding.Path) bool {
	_, s := q.def.resource.SchemaPath(q.version, at)
	return s != nil && s.Default != nil
}

// lineOf is the line of a place in the manifest; 0 if it is not there.
func (q *request) lineOf(at *finding.Path) int {
	if _, exact := q.doc.Node(at.Segments()); !exact {
		return 0
	}
	return q.doc.LocateKey(at.Segments()).Line
}

// owner describes an entry of managedFields.
func owner(e *metav1.ManagedFieldsEntry) string {
	text := fmt.Sprintf("%q", e.Manager)
	if e.Subresource != "" {
		text += " through " + e.Subresource
	}
	if e.Operation == metav1.ManagedFieldsOperationApply {
		return text + ", which applied it"
	}
	return text + ", which wrote it (an update or a patch, not an apply)"
}

func sortedNames(m map[string]any) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Comparable is an object without what kubectl diff leaves out, as every write changes it.
func Comparable(object map[string]any) map[string]any {
	metadata, ok := object["metadata"].(map[string]any)
	if !ok {
		return object
	}
	object, metadata = maps.Clone(object), maps.Clone(withoutApplied(metadata))
	for _, k := range [...]string{"resourceVersion", "managedFields", "uid", "creationTimestamp"} {
		delete(metadata, k)
	}
	object["metadata"] = metadata
	return object
}
