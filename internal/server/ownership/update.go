package ownership

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// Update returns a copy of object whose metadata.managedFields record that a manager has replaced live by object at a
// time. A new object has a live object without a uid. The arguments are not changed.
func (m *Manager) Update(live, object map[string]any, manager string, now time.Time) map[string]any {
	was := &unstructured.Unstructured{Object: live}
	u := &unstructured.Unstructured{Object: object}
	sent := u.GetManagedFields() // entries from the request itself
	out, err := m.fields.Update(was, u.DeepCopy(), manager)
	if err != nil {
		// UpdateNoErrors of managedfields also keeps the entries of objects that do not match their types.
		u = &unstructured.Unstructured{Object: jsonvalue.Shallow(object)}
		u.SetManagedFields(was.GetManagedFields())
		return u.Object
	}
	u = out.(*unstructured.Unstructured)
	stamp(u, append(was.GetManagedFields(), sent...), now)
	return u.Object
}

// Apply merges the object that a manager applies into live, and records it in metadata.managedFields. If nothing is
// stored, live has no uid. force takes fields from their owners. The arguments are not changed. The error is the
// server's: a *apierrors.StatusError for conflicts and invalid requests, and otherwise an error without a status, which
// the server answers with 500.
func (m *Manager) Apply(live, applied map[string]any, manager string, force bool, now time.Time) (map[string]any, error) {
	was := &unstructured.Unstructured{Object: live}
	if was.GetUID() == "" {
		if created, ok := m.create(applied, manager, now); ok {
			return created, nil
		}
	}
	u, err := m.fields.Apply(was, (&unstructured.Unstructured{Object: applied}).DeepCopy(), manager, force)
	if err != nil {
		return nil, err
	}
	merged := u.(*unstructured.Unstructured)
	stamp(merged, was.GetManagedFields(), now)
	return merged.Object, nil
}

// New returns the live object of a request that creates one.
func (m *Manager) New() map[string]any {
	return map[string]any{"apiVersion": m.types.group + "/" + m.version, "kind": m.types.kind}
}

// stamp sets the time of the dry run in all new entries. before are the entries before the update.
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

// ancient is the manager that receives the fields of the oldest of too many updaters, with the time of one of them.
const ancient = "ancient-changes"

// identity returns a key of an entry. A manager that applies has one entry for all versions.
func identity(e *metav1.ManagedFieldsEntry) string {
	id := *e
	id.FieldsType, id.FieldsV1, id.Time = "", nil, nil
	if id.Operation == metav1.ManagedFieldsOperationApply {
		id.APIVersion = ""
	}
	text, _ := json.Marshal(&id) // strings can always be encoded
	return string(text)
}

// sort sorts entries in the server's order.
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
