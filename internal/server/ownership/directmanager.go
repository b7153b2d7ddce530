package ownership

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/schema"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// directManager does for one request what the server's field manager does, with pathSet and
// granular. It handles objects and managedFields of one version. It leaves all others to the
// field manager, and all refusals but conflicts and values that do not match their types.
type directManager struct {
	*Manager
	granular
	directTypes
	now    time.Time
	owners map[owner]*owned
}

// directTypes is the part of a directManager that all requests of a Manager share.
type directTypes struct {
	declared *schema.Schema
	root     schema.TypeRef
	// apiVersion is that of all objects.
	apiVersion string
	// reset are the fields that a request never changes, stripped the fields that nobody owns.
	reset, stripped *pathSet
}

// owner is who an entry is about (BuildManagerIdentifier of
// k8s.io/apimachinery/pkg/util/managedfields/internal).
type owner struct {
	operation   metav1.ManagedFieldsOperationType
	name        string
	version     string // of those that update
	subresource string
}

// owned is an entry.
type owned struct {
	fields *pathSet
	time   *metav1.Time
	// version is the apiVersion.
	version string
	// read says that the entry was read from the object. All its numbers are then floating-point
	// numbers, and are printed as such.
	read bool
}

// stripped are the fields that nobody owns (NewStripMetaManager).
func stripped() *pathSet {
	s := fieldSet("apiVersion", "kind")
	s.put("f:metadata", fieldSet("name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName", "generation", "managedFields", "resourceVersion").asMember())
	return s
}

// newDirectTypes returns nil if the field manager handles all requests.
func (m *Manager) newDirectTypes(converter stableConverter) *directTypes {
	if m.subresource == Scale || !m.types.valid[m.version] {
		return nil
	}
	of, err := converter.typeOf(&unstructured.Unstructured{Object: m.New()})
	if err != nil {
		return nil
	}
	u := &directTypes{declared: of.Schema(), root: of.TypeRef(), apiVersion: m.types.group + "/" + m.version, stripped: stripped()}
	if reset := m.types.reset(m.version, m.subresource)[fieldpath.APIVersion(u.apiVersion)]; reset != nil {
		var names []string
		reset.Iterate(func(p fieldpath.Path) { names = append(names, *p[0].FieldName) })
		u.reset = fieldSet(names...)
	}
	return u
}

// newDirect returns nil for a request that only the field manager can handle.
func (m *Manager) newDirect(live, sent map[string]any, now time.Time) *directManager {
	if m.directTypes == nil {
		return nil
	}
	for _, object := range [...]map[string]any{live, sent} {
		if object["apiVersion"] != m.directTypes.apiVersion || object["kind"] != m.types.kind {
			return nil
		}
	}
	return &directManager{Manager: m, directTypes: *m.directTypes, granular: granular{m.directTypes.declared, map[listKey][]string{}}, now: now}
}

// read reads the entries of an object's managedFields; ok is false if only the
// field manager can handle them.
func (d *directManager) read(object map[string]any) (owners map[owner]*owned, ok bool) {
	owners = map[owner]*owned{}
	value, has := managedFields(object)
	if !has {
		return owners, true
	}
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		return nil, false
	}
	for _, item := range list {
		fields, ok := item.(map[string]any)
		if !ok {
			return nil, false
		}
		rest := maps.Clone(fields)
		delete(rest, "fieldsV1")
		var e metav1.ManagedFieldsEntry
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(rest, &e); err != nil {
			return nil, false
		}
		if e.APIVersion != d.apiVersion || e.FieldsType != "FieldsV1" || e.Manager == ancient {
			return nil, false
		}
		who := owner{e.Operation, e.Manager, e.APIVersion, e.Subresource}
		switch e.Operation {
		case metav1.ManagedFieldsOperationApply:
			who.version = ""
		case metav1.ManagedFieldsOperationUpdate:
		default:
			return nil, false
		}
		of, ok := readFields(fields["fieldsV1"], true)
		if !ok || owners[who] != nil || of != nil && !d.isReconciled(d.root, of, false) {
			return nil, false
		}
		owners[who] = &owned{of, e.Time, e.APIVersion, true}
	}
	return owners, true
}

func managedFields(object map[string]any) (value any, has bool) {
	metadata, _ := object["metadata"].(map[string]any)
	value, has = metadata["managedFields"]
	return value, has
}

// withoutManagedFields returns an object without managedFields. ok is false if metadata is no object.
func withoutManagedFields(object map[string]any) (map[string]any, bool) {
	metadata, has := object["metadata"]
	if !has {
		return object, true
	}
	fields, ok := metadata.(map[string]any)
	if !ok {
		return nil, false
	}
	if _, has := fields["managedFields"]; !has {
		return object, true
	}
	object, fields = maps.Clone(object), maps.Clone(fields)
	delete(fields, "managedFields")
	object["metadata"] = fields
	return object, true
}

// update is Manager.Update. ok is false if only the field manager can handle the request.
func (d *directManager) update(live, object map[string]any, manager string) (out map[string]any, ok bool) {
	is, ok := withoutManagedFields(object)
	if !ok {
		return nil, false
	}
	was, ok := withoutManagedFields(live)
	if !ok {
		return nil, false
	}
	from := live
	if _, has := managedFields(object); has && d.subresource == "" {
		from = object // the request may set them itself
	}
	if d.owners, ok = d.read(from); !ok {
		return nil, false
	}
	if (&unstructured.Unstructured{Object: was}).GetUID() == "" || len(d.owners) > 0 {
		if !d.check(d.root, was) || !d.check(d.root, is) {
			if !d.hasFaults(is) && !d.hasFaults(was) {
				return nil, false
			}
			return ownedAsBefore(live, object), true
		}
		if !d.recordUpdate(was, is, owner{metav1.ManagedFieldsOperationUpdate, cmp.Or(manager, "unknown"), d.apiVersion, d.subresource}) {
			return nil, false
		}
	}
	return d.write(is)
}

// hasFaults reports whether an object does not match its types. The server then leaves
// managedFields as they are.
func (d *directManager) hasFaults(object map[string]any) bool {
	all, ok := faultsOf(d.declared, d.root, object, true)
	return ok && len(all) > 0
}

// recordUpdate makes the manager of an update the only owner of the fields that it changed.
func (d *directManager) recordUpdate(was, is map[string]any, who owner) bool {
	c, ok := d.compare(d.root, was, is)
	if !ok {
		return false
	}
	c = comparison{c.removed.belowRoot().without(d.reset), c.modified.belowRoot().without(d.reset), c.added.belowRoot().without(d.reset)}
	changed := c.modified.union(c.added)
	for other, of := range d.owners {
		of.fields = of.fields.difference(changed).difference(c.removed)
		if of.fields == nil {
			delete(d.owners, other)
		}
	}
	taken := changed.difference(d.stripped)
	if taken == nil {
		return true
	}
	at := metav1.NewTime(d.now.UTC().Truncate(time.Second))
	of := &owned{fields: taken, time: &at, version: d.apiVersion}
	if before := d.owners[who]; before != nil {
		of.fields = taken.union(before.fields)
	}
	d.owners[who] = of
	updaters := 0
	for who := range d.owners {
		if who.operation == metav1.ManagedFieldsOperationUpdate {
			updaters++
		}
	}
	return updaters <= maxUpdaters
}

// maxUpdaters is how many entries of updates there are, beyond which the oldest are put
// together (DefaultMaxUpdateManagers of managedfields).
const maxUpdaters = 10

// apply is Manager.Apply. ok is false if only the field manager can handle the request.
func (d *directManager) apply(live, sent map[string]any, manager string, force bool) (out map[string]any, ok bool, err error) {
	metadata, isMap := sent["metadata"].(map[string]any)
	if _, has := metadata["managedFields"]; has || !isMap {
		return nil, false, nil
	}
	was, ok := withoutManagedFields(live)
	if !ok {
		return nil, false, nil
	}
	if d.owners, ok = d.read(live); !ok {
		return nil, false, nil
	}
	if !d.check(d.root, was) || !d.check(d.root, sent) {
		err := d.faulty(was, sent)
		return nil, err != nil, err
	}
	if manager == "kubectl" && (isLastApplied(was) || isLastApplied(sent)) {
		return nil, false, nil
	}
	if len(d.owners) == 0 {
		if !d.recordUpdate(d.New(), was, owner{metav1.ManagedFieldsOperationUpdate, "before-first-apply", d.apiVersion, d.subresource}) {
			return nil, false, nil
		}
	}
	merged, ok := d.merge(d.root, was, sent)
	if !ok {
		return nil, false, nil
	}
	is := merged.(map[string]any)
	who := owner{operation: metav1.ManagedFieldsOperationApply, name: cmp.Or(manager, "unknown"), subresource: d.subresource}
	fields := d.fieldsOf(d.root, sent).belowRoot().without(d.reset)
	before := d.owners[who]
	if before != nil && !before.fields.in(fields) {
		owned := fields
		for other, of := range d.owners {
			if other != who {
				owned = owned.union(of.fields)
			}
		}
		if is, ok = d.pruned(d.root, is, before.fields, owned).(map[string]any); !ok {
			return nil, false, nil
		}
	}
	if ok, err := d.removeFromOthers(was, is, who, force); !ok || err != nil {
		return nil, ok, err
	}
	unchanged := equalValues(was, is)
	at := metav1.NewTime(d.now.UTC().Truncate(time.Second))
	of := &owned{fields: fields.difference(d.stripped), time: &at, version: d.apiVersion}
	if before != nil && unchanged {
		of.time = before.time
	}
	d.owners[who] = of
	if of.fields == nil {
		delete(d.owners, who)
	}
	if unchanged {
		is = was // it may be written otherwise, such as 1.0 for 1
	}
	if !unchanged {
		is = d.types.defaulted(is)
	}
	out, ok = d.write(is)
	return out, ok, nil
}

// faulty returns the error for an applied or a stored object that does not match its types. It is
// nil if both match, or if only the library can find the mistakes.
func (d *directManager) faulty(was, sent map[string]any) error {
	live, ok := faultsOf(d.declared, d.root, was, true)
	switch {
	case !ok:
		return nil
	case len(live) > 0 && len(d.owners) == 0:
		// Who has written what is stored is found out before.
		return errors.New("failed to create manager for existing fields: failed to convert new object (" + naming(was) + ") to smd typed: " + reported(live).Error())
	}
	all, ok := faultsOf(d.declared, d.root, sent, false)
	switch {
	case !ok:
		return nil
	case len(all) > 0:
		return &Faulty{errors.New("failed to create typed patch object (" + naming(sent) + "): " + reported(all).Error()), all}
	case len(live) > 0:
		return errors.New("failed to create typed live object (" + naming(was) + "): " + reported(live).Error())
	}
	return nil
}

// naming names an object in an error (objectGVKNN of managedfields).
func naming(object map[string]any) string {
	u := &unstructured.Unstructured{Object: object}
	return u.GetNamespace() + "/" + u.GetName() + "; " + u.GroupVersionKind().String()
}

// removeFromOthers removes the fields that an apply has changed or removed from the other owners.
// The error is for conflicts with them.
func (d *directManager) removeFromOthers(was, is map[string]any, who owner, force bool) (ok bool, err error) {
	if len(d.owners) == 0 || len(d.owners) == 1 && d.owners[who] != nil {
		return true, nil // there are none
	}
	c, ok := d.compare(d.root, was, is)
	if !ok {
		return false, nil
	}
	c = comparison{c.removed.belowRoot().without(d.reset), c.modified.belowRoot().without(d.reset), c.added.belowRoot().without(d.reset)}
	changed := c.modified.union(c.added)
	conflicts := map[owner]*pathSet{}
	for other, of := range d.owners {
		if both := of.fields.intersection(changed); other != who && both != nil {
			conflicts[other] = both
		}
	}
	if len(conflicts) > 0 && !force {
		err, ok := d.conflict(conflicts)
		return ok, err
	}
	for other, of := range d.owners {
		if other == who {
			continue
		}
		if of.fields = of.fields.difference(conflicts[other]).difference(c.removed); of.fields == nil {
			delete(d.owners, other)
		}
	}
	return true, nil
}

func isLastApplied(object map[string]any) bool {
	return (&unstructured.Unstructured{Object: object}).GetAnnotations()[lastApplied] != ""
}

// lastApplied is the annotation in which kubectl keeps what it has applied.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// write returns an object with the entries, in the order in which the server writes them.
func (d *directManager) write(object map[string]any) (map[string]any, bool) {
	object = jsonvalue.Shallow(object)
	metadata, ok := object["metadata"].(map[string]any)
	if !ok {
		return nil, false
	}
	whose := slices.SortedFunc(maps.Keys(d.owners), func(a, b owner) int {
		seconds := func(of *owned) int64 {
			if of.time == nil {
				return 0
			}
			return of.time.Unix()
		}
		return cmp.Or(
			cmp.Compare(a.operation, b.operation), cmp.Compare(seconds(d.owners[a]), seconds(d.owners[b])),
			cmp.Compare(a.name, b.name), cmp.Compare(d.owners[a].version, d.owners[b].version), cmp.Compare(a.subresource, b.subresource))
	})
	list := make([]any, 0, len(whose))
	for _, who := range whose {
		of := d.owners[who]
		e, err := runtime.DefaultUnstructuredConverter.ToUnstructured(&metav1.ManagedFieldsEntry{
			Manager: who.name, Operation: who.operation, APIVersion: of.version, Time: of.time,
			FieldsType: "FieldsV1", Subresource: who.subresource,
		})
		if err != nil {
			return nil, false
		}
		e["fieldsV1"] = of.fields.fields()
		list = append(list, e)
	}
	if len(list) > 0 {
		metadata["managedFields"] = list
	}
	return object, true
}

// conflict is the server's error for conflicts (NewConflictError of
// k8s.io/apimachinery/pkg/util/managedfields/internal).
func (d *directManager) conflict(with map[owner]*pathSet) (error, bool) {
	type by struct{ printed, id string }
	whose := map[owner]by{}
	for who := range with {
		printed := fmt.Sprintf("%q", who.name)
		if who.subresource != "" {
			printed += fmt.Sprintf(" with subresource %q", who.subresource)
		}
		if who.operation == metav1.ManagedFieldsOperationUpdate {
			printed += " using " + who.version
		}
		whose[who] = by{printed, identity(&metav1.ManagedFieldsEntry{Manager: who.name, Operation: who.operation, APIVersion: who.version, Subresource: who.subresource})}
	}
	inOrder := slices.SortedFunc(maps.Keys(with), func(a, b owner) int { return cmp.Compare(whose[a].id, whose[b].id) })
	var causes []metav1.StatusCause
	var message strings.Builder
	for i, who := range inOrder {
		if i > 0 {
			message.WriteByte('\n')
		}
		fmt.Fprintf(&message, "conflicts with %s:", whose[who].printed)
		var err error
		with[who].eachPrinted(nil, d.owners[who].read, func(path string) {
			causes = append(causes, metav1.StatusCause{Type: metav1.CauseTypeFieldManagerConflict, Message: "conflict with " + whose[who].printed, Field: path})
			message.WriteString("\n- " + path)
		}, &err)
		if err != nil {
			return nil, false
		}
	}
	if len(causes) == 1 {
		return apierrors.NewApplyConflict(causes, fmt.Sprintf("Apply failed with 1 conflict: %s: %s", causes[0].Message, causes[0].Field)), true
	}
	return apierrors.NewApplyConflict(causes, fmt.Sprintf("Apply failed with %d conflicts: %s", len(causes), message.String())), true
}
