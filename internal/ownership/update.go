package ownership

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/crdtool/crdtool/internal/jsonvalue"
)

type openAPIModels = map[string]*spec.Schema

// Update says in metadata.managedFields of object that a manager has written it over
// live, at a time; live has no uid where object is new. Neither is changed; the
// result is object with other metadata.
func (m *Manager) Update(live, object map[string]any, manager string, now time.Time) map[string]any {
	if d := m.direct(live, object, now); d != nil {
		if out, ok := d.update(live, object, manager); ok {
			return out
		}
	}
	was := &unstructured.Unstructured{Object: live}
	u := &unstructured.Unstructured{Object: object}
	sent := u.GetManagedFields() // that the request sets itself
	out, err := m.sorted.Update(was, u.DeepCopy(), manager)
	if err != nil {
		return ownedAsBefore(live, object)
	}
	u = out.(*unstructured.Unstructured)
	stamp(u, append(was.GetManagedFields(), sent...), now)
	return u.Object
}

// ownedAsBefore is an object with the owners that it had before, where who owns what can't be
// told. UpdateNoErrors of managedfields does so, and logs it.
func ownedAsBefore(live, object map[string]any) map[string]any {
	u := &unstructured.Unstructured{Object: jsonvalue.Shallow(object)}
	u.SetManagedFields((&unstructured.Unstructured{Object: live}).GetManagedFields())
	return u.Object
}

// Apply merges what a manager applies into live, and says so in metadata.managedFields;
// live has no uid if nothing is stored. force takes fields from those who own them. Neither
// argument is changed. The error is the server's: for conflicts and wrong requests a
// *apierrors.StatusError, for all else an error without a status, which is answered 500.
func (m *Manager) Apply(live, applied map[string]any, manager string, force bool, now time.Time) (map[string]any, error) {
	if d := m.direct(live, applied, now); d != nil {
		if out, ok, err := d.apply(live, applied, manager, force); ok {
			return out, err
		}
	}
	was := &unstructured.Unstructured{Object: live}
	u, err := m.apply(was, &unstructured.Unstructured{Object: applied}, manager, force)
	if err != nil {
		return nil, err
	}
	stamp(u, was.GetManagedFields(), now)
	return u.Object, nil
}

func (m *Manager) apply(live, applied *unstructured.Unstructured, manager string, force bool) (*unstructured.Unstructured, error) {
	if u, done, err := m.applySorted(live, applied, manager, force); done {
		return u, err
	}
	out, err := m.fields.Apply(live, applied.DeepCopy(), manager, force)
	if err != nil {
		return nil, err
	}
	return out.(*unstructured.Unstructured), nil
}

// Faulty is the error for an object that does not match its types, with all its mistakes.
type Faulty struct {
	error
	mistakes typed.ValidationErrors
}

func (e *Faulty) Unwrap() error { return e.error }

// applySorted merges with large lists sorted, and gives the items their order then. done is
// false if there are none, or if it can't.
func (m *Manager) applySorted(live, applied *unstructured.Unstructured, manager string, force bool) (u *unstructured.Unstructured, done bool, err error) {
	lists := largeLists{many: m.types.many}
	if !lists.any(live.Object) && !lists.any(applied.Object) {
		return nil, false, nil
	}
	converter, err := m.types.converter()
	if err != nil {
		return nil, false, nil
	}
	of, err := converter.typeOf(applied)
	if err != nil || live.GetAPIVersion() != applied.GetAPIVersion() || live.GetKind() != applied.GetKind() {
		return nil, false, nil
	}
	lists.types = of.Schema()
	liveSorted, ok1 := lists.sorted(of.TypeRef(), live.Object, false)
	appliedSorted, ok2 := lists.sorted(of.TypeRef(), applied.Object, false)
	if !ok1 || !ok2 {
		return nil, false, nil
	}
	fields := m.sorted
	if lists.reorders(of.TypeRef(), live.Object, applied.Object) {
		// With the items in another order it is not what is live, whatever sorting makes of it.
		if fields, err = m.manager(converter.sorting(true)); err != nil {
			return nil, false, nil
		}
	}
	sent := (&unstructured.Unstructured{Object: appliedSorted.(map[string]any)}).DeepCopy()
	out, err := fields.Apply(&unstructured.Unstructured{Object: liveSorted.(map[string]any)}, sent, manager, force)
	if err != nil {
		return nil, apierrors.IsConflict(err), err
	}
	object, ok := lists.ordered(of.TypeRef(), live.Object, applied.Object, out.(*unstructured.Unstructured).Object)
	if !ok {
		return nil, false, nil
	}
	return &unstructured.Unstructured{Object: object.(map[string]any)}, true, nil
}

// New is the object in the place of a live one where there is none.
func (m *Manager) New() map[string]any {
	return map[string]any{"apiVersion": m.types.group + "/" + m.version, "kind": m.types.kind}
}

// stamp gives the entries that were written just now the time of the dry run. before are those
// that were read.
func stamp(u *unstructured.Unstructured, before []metav1.ManagedFieldsEntry, now time.Time) {
	entries := u.GetManagedFields()
	if len(entries) == 0 {
		return
	}
	old := map[string][]*metav1.Time{}
	for i := range before {
		id := identity(&before[i])
		old[id] = append(old[id], before[i].Time)
	}
	at := metav1.NewTime(now.UTC().Truncate(time.Second))
	for i := range entries {
		e := &entries[i]
		if e.Manager == ancient && slices.ContainsFunc(before, func(b metav1.ManagedFieldsEntry) bool { return b.Time.Equal(e.Time) }) {
			continue
		}
		if !slices.ContainsFunc(old[identity(e)], e.Time.Equal) {
			e.Time = &at
		}
	}
	sort(entries)
	u.SetManagedFields(entries)
}

// ancient is the manager that gets what the oldest of too many updaters own. It has the
// time of one of them.
const ancient = "ancient-changes"

// identity tells the entries of an object apart: one that applies has one entry for all
// versions.
func identity(e *metav1.ManagedFieldsEntry) string {
	id := *e
	id.FieldsType, id.FieldsV1, id.Time = "", nil, nil
	if id.Operation == metav1.ManagedFieldsOperationApply {
		id.APIVersion = ""
	}
	text, _ := json.Marshal(&id) // of strings
	return string(text)
}

// sort is the order in which the server writes entries.
func sort(entries []metav1.ManagedFieldsEntry) {
	seconds := func(e *metav1.ManagedFieldsEntry) int64 {
		if e.Time == nil {
			return 0
		}
		return e.Time.Unix()
	}
	slices.SortStableFunc(entries, func(a, b metav1.ManagedFieldsEntry) int {
		return cmp.Or(
			cmp.Compare(a.Operation, b.Operation), cmp.Compare(seconds(&a), seconds(&b)),
			cmp.Compare(a.Manager, b.Manager), cmp.Compare(a.APIVersion, b.APIVersion), cmp.Compare(a.Subresource, b.Subresource))
	})
}
