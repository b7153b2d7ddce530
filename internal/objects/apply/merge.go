package apply

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/clientapply"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/ownership"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// A merge lists the fields of a live object that a manifest lacks: those that stay and those that are removed,
// with the reason.
type merge struct {
	q     *request
	owned func() *ownership.Owned // of the live object
	// applied returns what client-side apply applied before; nil if that is not known.
	applied func() map[string]any
	steps   []report.Step
}

// merged returns the steps of a merge. A request without a live object, or one that is refused, has none.
func (q *request) merged(a *dryrun.Result) []report.Step {
	if a.Old == nil || a.Object == nil {
		return nil
	}
	sent := q.object.Value()
	m := merge{q: q, owned: sync.OnceValue(func() *ownership.Owned { return ownership.OwnedIn(a.Old) })}
	m.applied = sync.OnceValue(func() (applied map[string]any) {
		if q.command.Verb == VerbApply && !q.command.ServerSide {
			text := (&unstructured.Unstructured{Object: a.Old}).GetAnnotations()[clientapply.Annotation]
			_ = json.Unmarshal([]byte(text), &applied) // applied stays nil if the text is no object
		}
		return applied
	})
	for _, name := range slices.Sorted(maps.Keys(a.Old)) {
		switch name {
		case "apiVersion", "kind", "status":
		case "metadata":
			m.metadata(a.Old[name], sent[name], a.Object[name])
		default:
			m.field(spot{finding.Root(name), finding.Root(name)}, a.Old, sent, a.Object, name)
		}
	}
	return m.steps
}

// metadata compares the fields of metadata that a manifest may set.
func (m *merge) metadata(live, sent, stored any) {
	l, _ := live.(map[string]any)
	s, _ := sent.(map[string]any)
	t, _ := stored.(map[string]any)
	if !hasMore(l) {
		return
	}
	l, t = withoutApplied(l), withoutApplied(t)
	for _, name := range [...]string{"annotations", "finalizers", "labels"} {
		if _, has := l[name]; has {
			m.field(spot{finding.Root("metadata", name), finding.Root("metadata", name)}, l, s, t, name)
		}
	}
}

// hasMore reports whether metadata has labels, finalizers or annotations, apart from kubectl's last-applied
// annotation.
func hasMore(metadata map[string]any) bool {
	_, labels := metadata["labels"]
	_, finalizers := metadata["finalizers"]
	of, annotations := metadata["annotations"]
	if texts, ok := of.(map[string]any); ok && len(texts) == 1 && texts[clientapply.Annotation] != nil {
		annotations = false
	}
	return labels || finalizers || annotations
}

// withoutApplied returns metadata without kubectl's last-applied annotation.
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

func (m *merge) field(at spot, live, sent, stored map[string]any, name string) {
	value := live[name]
	wanted, isWanted := sent[name]
	left, isLeft := stored[name]
	switch {
	case !isLeft && isWanted && wanted == nil:
		// A null in a manifest removes the field on purpose.
	case !isLeft:
		m.goes(at, value)
	case !isWanted:
		if jsonvalue.Equal(value, left) {
			m.stays(at, value)
		} else {
			m.value(at, value, nil, left)
		}
	default:
		m.value(at, value, wanted, left)
	}
}

func (m *merge) value(at spot, live, sent, stored any) {
	if jsonvalue.Equal(live, stored) && jsonvalue.Equal(sent, stored) {
		return
	}
	switch live := live.(type) {
	case map[string]any:
		sent, _ := sent.(map[string]any)
		stored, ok := stored.(map[string]any)
		if !ok {
			return
		}
		if m.q.command.ServerSide && m.isAtomic(at.live) {
			if sent != nil {
				m.whole(at, live, sent, stored)
			}
			return
		}
		for _, name := range slices.Sorted(maps.Keys(live)) {
			m.field(at.child(name), live, sent, stored, name)
		}
	case []any:
		stored, ok := stored.([]any)
		if ok {
			m.list(at, live, sent, stored)
		}
	default:
		if sent == nil || jsonvalue.Equal(live, stored) {
			return
		}
		if by := m.foreign(at.live, live); by != "" {
			m.add(dryrun.Overwrote, at, stored, fmt.Sprintf("%s was there, %s", short(live), by))
		}
	}
}

// foreign describes the other managers that set a live value; "" if its value is the one applied before, or if
// that is not known.
func (m *merge) foreign(at *finding.Path, live any) string {
	switch {
	case m.q.command.Verb != VerbApply:
		return ""
	case m.q.command.ServerSide:
		return m.owners(at, m.q.fieldManager())
	case m.applied() == nil:
		return m.owners(at, clientapply.ManagerClientSide)
	case len(m.q.differences(at, valueAt(m.applied(), at), live)) == 0:
		return ""
	}
	by := m.owners(at, clientapply.ManagerClientSide)
	if by == "" {
		by = "written since the manifest was applied before"
	}
	return by
}

// owners describes the managers that own a place, without the manager but.
func (m *merge) owners(at *finding.Path, but string) string {
	var list []string
	for _, e := range m.owned().Of(at.Server()) {
		if e.Manager == but && (e.Operation == metav1.ManagedFieldsOperationApply) == m.q.command.ServerSide {
			continue
		}
		if text := owner(&e); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, " and ")
}

func (m *merge) list(at spot, live []any, sent any, stored []any) {
	keys, merges := m.listKeys(at.live)
	if !merges {
		m.whole(at, live, sent, stored)
		return
	}
	wanted, _ := sent.([]any)
	for i, item := range live {
		j := indexOf(stored, item, keys)
		switch k := indexOf(wanted, item, keys); {
		case j < 0:
			m.goes(at.item(i, -1), item)
		case k < 0:
			m.stays(at.item(i, -1), item)
		case len(keys) > 0:
			m.value(at.item(i, k), item, wanted[k], stored[j])
		}
	}
}

// indexOf returns the index of the first item of a list that is the same as another: that has the same values of
// the keys, or the same value without keys. A key that an item in the list lacks has its default there.
func indexOf(list []any, item any, keys []string) int {
	return slices.IndexFunc(list, func(other any) bool {
		if len(keys) == 0 {
			return jsonvalue.Equal(item, other)
		}
		a, _ := item.(map[string]any)
		b, _ := other.(map[string]any)
		return a != nil && b != nil && !slices.ContainsFunc(keys, func(k string) bool {
			value, has := b[k]
			return has && !jsonvalue.Equal(a[k], value)
		})
	})
}

// whole adds the step for a list or an object that is replaced as a whole, if it loses items or if another manager
// changed it.
func (m *merge) whole(at spot, live, sent, stored any) {
	changes := m.q.differences(at.live, live, stored)
	by := m.foreign(at.live, live)
	fewer := size(live) - size(stored)
	if sent == nil || len(changes) == 0 || by == "" && fewer <= 0 {
		return
	}
	reason, line := "a JSON merge patch, as kubectl makes it for custom resources, replaces lists as a whole", 0
	switch {
	case m.q.command.ServerSide:
		reason, line = m.atomic(at.live, live)
	case m.q.command.Verb != VerbApply:
		reason = "the object that is sent replaces it"
	}
	reason += "; " + changes[0].became() + others(len(changes)-1)
	if by != "" {
		reason += "; it was " + by
	}
	action := dryrun.Overwrote
	if fewer > 0 {
		action = dryrun.Dropped
	}
	m.add(action, at, nil, reason)
	if line > 0 {
		s := &m.steps[len(m.steps)-1]
		s.SchemaFile, s.SchemaLine = m.q.def.doc.File.Name, line
	}
}

func size(v any) int {
	switch v := v.(type) {
	case map[string]any:
		return len(v)
	case []any:
		return len(v)
	}
	return 0
}

// isAtomic reports whether the server replaces an object as a whole.
func (m *merge) isAtomic(at *finding.Path) bool {
	s := m.q.def.resource.SchemaAt(m.q.version, at)
	return s != nil && s.MapType() == "atomic"
}

// atomic returns why a list or an object is replaced, with the line of the CRD.
func (m *merge) atomic(at *finding.Path, value any) (reason string, line int) {
	reason, k := m.q.whyWhole(at, value)
	if p, s := m.q.def.resource.SchemaPath(m.q.version, at); s != nil {
		if k.name != "" {
			p = p.Child(k.name)
		}
		line = m.q.def.doc.LocateKey(p.Segments()).Line
	}
	return reason + ": that of the manifest replaces it", line
}

// listKeys returns the keys that identify the items of a list, and whether the list is merged by item.
func (m *merge) listKeys(at *finding.Path) (keys []string, merges bool) {
	if !m.q.command.ServerSide {
		return nil, false // a JSON merge patch replaces lists
	}
	if at.Server() == "metadata.finalizers" {
		return nil, true
	}
	s := m.q.def.resource.SchemaAt(m.q.version, at)
	if s == nil {
		return nil, false
	}
	switch s.ListType() {
	case "map":
		return s.XListMapKeys(), true
	case "set":
		return nil, true
	}
	return nil, false
}

func (m *merge) goes(at spot, value any) {
	reason := "the manifest that was applied before had it, and this one has not"
	if m.q.command.ServerSide {
		reason = fmt.Sprintf("%q applied it before and does so no longer, and nobody else owns it", m.q.fieldManager())
	}
	if m.q.command.Verb != VerbApply {
		reason = "the object that is sent does not have it"
	}
	m.add(dryrun.Dropped, at, value, reason)
}

func (m *merge) stays(at spot, value any) {
	if m.q.hasDefault(at.live) {
		return // the server would set it again
	}
	reason := "the manifest that was applied before did not have it either"
	switch {
	case m.q.command.ServerSide:
		reason = "the manifest does not have it"
	case m.applied() == nil:
		reason = "nobody knows whether the manifest that was applied before had it"
	}
	m.add(dryrun.Kept, at, value, reason+m.of(at.live))
}

// of describes the owners of a place.
func (m *merge) of(at *finding.Path) string {
	var names []string
	for _, e := range m.owned().Of(at.Server()) {
		if n := fmt.Sprintf("%q", e.Manager); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; owned by " + strings.Join(names, ", ")
}

func (m *merge) add(action report.Action, at spot, value any, reason string) {
	m.steps = append(m.steps, report.Step{
		Stage: dryrun.Merge, Action: action, Path: at.live.File(), ServerPath: at.live.Server(), Value: value, Reason: reason,
		Line: m.q.lineOf(at.sent),
	})
}

// A spot is a place in the live object and in the manifest, where items of lists may have other indexes. sent is
// nil if the manifest lacks it.
type spot struct{ live, sent *finding.Path }

func (s spot) child(name string) spot {
	if s.sent != nil {
		s.sent = s.sent.Child(name)
	}
	return spot{s.live.Child(name), s.sent}
}

func (s spot) item(live, sent int) spot {
	if sent < 0 || s.sent == nil {
		return spot{s.live.Index(live), nil}
	}
	return spot{s.live.Index(live), s.sent.Index(sent)}
}

// fieldManager returns the field manager of the request.
func (q *request) fieldManager() string {
	return cmp.Or(q.command.Manager, clientapply.ManagerServerSide)
}

// hasDefault reports whether the schema has a default for a place.
func (q *request) hasDefault(at *finding.Path) bool {
	s := q.def.resource.SchemaAt(q.version, at)
	return s != nil && s.Default != nil
}

// lineOf returns the line of a place in the manifest; 0 if the manifest lacks it.
func (q *request) lineOf(at *finding.Path) int {
	if at == nil {
		return 0
	}
	if _, exact := q.doc.Node(at.Segments()); !exact {
		return 0
	}
	return q.doc.LocateKey(at.Segments()).Line
}

// Comparable returns an object without the fields that kubectl diff ignores, because each write changes them.
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
