package dryrun

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/crdtool/crdtool/internal/code"
)

// store writes the object to the store and reads it back, which is what the
// server returns.
func (q *request) store(status int) {
	if q.alone && q.storedAsItIs() {
		// It is stored as it is: nothing that was validated keeps it from being read.
		q.out.APIServer.Accepted, q.out.APIServer.Code = true, status
		return
	}
	if q.goes() {
		q.out.APIServer.Accepted, q.out.APIServer.Code = true, status
		sent := q.shown(exported(q.obj), q.obj)
		q.out.Object, q.out.Stored, q.out.Kept = sent, copied(sent), copied(q.obj)
		return
	}
	q.correlated = nil // it holds both objects
	if q.storedAsItIs() {
		if q.settled || q.resource.settle(q.obj, q.v) {
			q.out.APIServer.Accepted, q.out.APIServer.Code = true, status
			q.out.Object = q.returned()
			q.out.Stored = q.out.Object
			if !q.notKept {
				q.out.Kept = q.obj
			}
			return
		}
	}
	stored, err := q.resource.toStorage(copied(q.obj), &q.trace)
	if err == nil {
		q.obj, err = q.resource.readBack(copied(stored), q.v, &q.trace)
	}
	if err != nil {
		q.refuse(code.Refused, http.StatusInternalServerError, err.Error())
		return
	}
	q.out.APIServer.Accepted, q.out.APIServer.Code = true, status
	if q.alone {
		return
	}
	q.out.Object = q.shown(exported(q.obj), q.obj)
	if q.notKept {
		q.out.Stored = q.shown(exported(stored), stored)
		return
	}
	q.out.Stored, q.out.Kept = q.shown(runtime.DeepCopyJSON(exported(stored)), stored), stored
}

// storedAsItIs reports whether the object is stored at the version of the request.
func (q *request) storedAsItIs() bool { return q.v == q.resource.storage && !q.resource.webhook }

// goes reports whether an update takes the last finalizer from an object that is being
// deleted. The server then stores nothing and deletes it, and returns the object as it would
// have gone to the store, which knows nothing of the storage version. It mirrors
// ShouldDeleteDuringUpdate and deleteWithoutFinalizers of
// k8s.io/apiserver/pkg/registry/generic/registry.
func (q *request) goes() bool {
	if q.old == nil || len(q.object().GetFinalizers()) > 0 {
		return false
	}
	old := q.oldObject()
	seconds := old.GetDeletionGracePeriodSeconds()
	return old.GetDeletionTimestamp() != nil && (seconds == nil || *seconds == 0)
}

// toStorage turns an object into what stands in the store: at the storage version,
// and without what that does not know. The object becomes what is returned. It mirrors the encoder of
// crdConversionRESTOptionsGetter in pkg/apiserver/customresource_handler.go.
func (r *Resource) toStorage(u map[string]any, t *trace) (map[string]any, error) {
	if r.webhook {
		if v := r.versionOf(u); v != nil {
			return stored(u), r.coerceConverted(u, v, t)
		}
	}
	err := r.convert(u, r.storage, t)
	return stored(u), err
}

// fromStorage turns what is in the store into an object of a version: with the defaults
// of the version that it is stored at, and then without what the other version does
// not know. What was stored becomes what is returned.
func (r *Resource) fromStorage(u map[string]any, to *served, t *trace) (map[string]any, error) {
	if _, err := r.coerce(u, coercion{stored: true}, nil); err != nil {
		return nil, err
	}
	return r.fromCoerced(u, to, t)
}

// readBack is fromStorage of what toStorage has just returned, which needs no second
// coercion if all is there that it would repair.
func (r *Resource) readBack(u map[string]any, to *served, t *trace) (map[string]any, error) {
	metadata, _ := u["metadata"].(map[string]any)
	if v := r.versionOf(u); v == nil || v.hasEmbedded || metadata["generation"] == nil {
		return r.fromStorage(u, to, t)
	}
	return r.fromCoerced(u, to, t)
}

// fromCoerced is the rest of fromStorage.
func (r *Resource) fromCoerced(u map[string]any, to *served, t *trace) (map[string]any, error) {
	from := r.versionOf(u)
	if from == to {
		if !r.applyDefaults(u, nil) && !to.hasEmbedded || settledObject(u, to.schema) {
			return u, nil // nothing would come of coercing it once more
		}
	} else {
		r.applyDefaults(u, t)
	}
	if r.webhook && from != nil && from != to {
		return nil, fmt.Errorf("the object has version %s and the request has version %s; the webhook that converts between them is not simulated", from.name, to.name)
	}
	return u, r.convert(u, to, t)
}

// convert turns an object into another version as the conversion strategy None
// does: apiVersion changes, and what the new version does not know is pruned.
func (r *Resource) convert(u map[string]any, to *served, t *trace) error {
	from := r.versionOf(u)
	if from == nil {
		apiVersion, _ := u["apiVersion"].(string)
		gv, _ := schema.ParseGroupVersion(apiVersion)
		return fmt.Errorf("request to convert CR from an invalid group/version: %s", gv)
	}
	u["apiVersion"] = schema.GroupVersion{Group: r.group, Version: to.name}.String()
	if from == to {
		t = nil
	}
	return r.coerceConverted(u, to, t)
}

// coerceConverted coerces an object that was converted to a version, and notes
// as lost what that does not know.
func (r *Resource) coerceConverted(u map[string]any, to *served, t *trace) error {
	var lost *trace
	if t != nil {
		lost = new(trace)
	}
	_, err := r.coerce(u, coercion{}, lost)
	if lost == nil {
		return err
	}
	for _, e := range lost.entries {
		if e.Stage == Prune || e.Stage == Nulls {
			t.entries = append(t.entries, Entry{
				Stage: Convert, Action: Lost, Path: e.Path, Value: e.Value, At: e.At, Schema: e.Schema,
				Reason: fmt.Sprintf("version %s, to which the object is converted, has no such field", to.name),
			})
		}
	}
	return err
}

// versionOf returns the version that an object is of; nil if it is of none.
func (r *Resource) versionOf(u map[string]any) *served {
	apiVersion, _ := u["apiVersion"].(string)
	gv, err := schema.ParseGroupVersion(apiVersion)
	if err != nil || gv.Group != r.group {
		return nil
	}
	return r.versions[gv.Version]
}

// stored is an object after it was written as JSON and read again: floats
// without a fraction have become integers.
func stored(u map[string]any) map[string]any {
	for k, v := range u {
		u[k] = reread(v)
	}
	return u
}

func reread(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return stored(v)
	case []any:
		for i := range v {
			v[i] = reread(v[i])
		}
	case float64:
		// encoding/json writes larger ones with an exponent, which reads as a float.
		if v != math.Trunc(v) || math.Abs(v) >= 1e21 {
			return v
		}
		if i, err := strconv.ParseInt(strconv.FormatFloat(v, 'f', -1, 64), 10, 64); err == nil {
			return i
		}
	}
	return v
}

// returned is the object as the Result of a request shows it.
func (q *request) returned() map[string]any {
	if q.notKept && !q.owners && q.resource.observer == nil {
		unmanage(q.obj) // nobody else sees it
		return q.obj
	}
	return q.shown(exported(q.obj), q.obj)
}

// shown is an exported object as the Result of a request shows it: with the managedFields
// that it had, if these are to be seen.
func (q *request) shown(out, u map[string]any) map[string]any {
	if !q.owners {
		return out
	}
	if meta, ok := u["metadata"].(map[string]any); ok && meta["managedFields"] != nil {
		out["metadata"].(map[string]any)["managedFields"] = q.untimed(meta["managedFields"])
	}
	return out
}

// untimed are managedFields without the time of this request, which nobody knows. They share
// the fields that are owned, which nobody changes.
func (q *request) untimed(entries any) any {
	list, _ := sharedOwners(entries).([]any)
	now := q.now.UTC().Truncate(time.Second).Format(time.RFC3339)
	for _, e := range list {
		if entry, ok := e.(map[string]any); ok && entry["time"] == now {
			delete(entry, "time")
		}
	}
	return list
}

// sharedOwners are managedFields with entries of their own, which share the fields that are
// owned.
func sharedOwners(entries any) any {
	list, ok := entries.([]any)
	if !ok {
		return runtime.DeepCopyJSONValue(entries)
	}
	list = slices.Clone(list)
	for i, e := range list {
		if entry, ok := e.(map[string]any); ok {
			list[i] = maps.Clone(entry)
		}
	}
	return list
}

// copied is a copy of an object that shares what sharedOwners shares.
func copied(u map[string]any) map[string]any {
	meta, _ := u["metadata"].(map[string]any)
	owners, has := meta["managedFields"]
	if !has {
		return runtime.DeepCopyJSON(u)
	}
	u, meta = maps.Clone(u), maps.Clone(meta)
	delete(meta, "managedFields")
	u["metadata"] = meta
	u = runtime.DeepCopyJSON(u)
	u["metadata"].(map[string]any)["managedFields"] = sharedOwners(owners)
	return u
}

// Exported is a stored object as a Result shows it. It shares with the object what is below
// metadata, and all other fields.
func Exported(object map[string]any) map[string]any { return exported(object) }

// exported is an object without what differs from one server to the next. It shares what
// is below metadata with the object, and all other fields.
func exported(u map[string]any) map[string]any {
	meta, ok := u["metadata"].(map[string]any)
	if !ok {
		return u
	}
	u, meta = maps.Clone(u), maps.Clone(meta)
	u["metadata"] = meta
	unmanage(u)
	return u
}

// unmanage takes out of an object what differs from one server to the next.
func unmanage(u map[string]any) {
	meta, _ := u["metadata"].(map[string]any)
	for _, k := range managed {
		delete(meta, k)
	}
}

// managed are the fields of metadata that differ from one server to the next.
var managed = [...]string{"uid", "creationTimestamp", "managedFields"}

// Stored returns an object as this resource would hold it: at the storage
// version, with the defaults that reading it sets. With the resource of an older
// CRD it is what that CRD has left in the store for a newer one to read.
func (r *Resource) Stored(o Object) (Object, error) {
	u, ok := o.copy()
	if !ok {
		return Object{}, fmt.Errorf("the object is not a JSON object")
	}
	if v := r.versionOf(u); v != nil {
		if _, err := r.coerce(u, coercion{stored: true}, nil); err != nil {
			return Object{}, err
		}
		r.applyDefaults(u, nil)
	}
	u, err := r.toStorage(u, nil)
	return Object{value: u, doc: o.doc}, err
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
