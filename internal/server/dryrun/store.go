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

	"github.com/crdtool/crdtool/internal/text/code"
)

// store encodes the object for the store and decodes it again, which gives the object that the server returns. It
// reports whether that succeeds.
func (q *request) store(status int) bool {
	q.correlated = nil // it refers to both objects
	stored := copied(q.obj)
	if !q.deletesOnUpdate() {
		var err error
		if stored, err = q.resource.toStorage(stored, &q.trace); err == nil {
			q.obj, err = q.resource.fromStorage(copied(stored), q.v, &q.trace)
		}
		if err != nil {
			q.refuse(code.Refused, http.StatusInternalServerError, err.Error())
			return false
		}
	}
	q.out.APIServer.Accepted, q.out.APIServer.Code = true, status
	q.out.Object, q.out.Stored, q.out.InStore = q.shown(q.obj), q.shown(stored), stored
	return true
}

// deletesOnUpdate reports whether an update removes the last finalizer from an object that is being deleted. The server
// then deletes the object, and returns it as it would have been stored, but at the version of the request. It mirrors
// ShouldDeleteDuringUpdate and deleteWithoutFinalizers of k8s.io/apiserver/pkg/registry/generic/registry.
func (q *request) deletesOnUpdate() bool {
	if q.old == nil || len(q.object().GetFinalizers()) > 0 {
		return false
	}
	old := q.oldObject()
	seconds := old.GetDeletionGracePeriodSeconds()
	return old.GetDeletionTimestamp() != nil && (seconds == nil || *seconds == 0)
}

// toStorage converts an object to the storage version and prunes the fields that this version does not have. It mirrors
// the encoder of crdConversionRESTOptionsGetter in pkg/apiserver/customresource_handler.go.
func (r *Resource) toStorage(u map[string]any, t *trace) (map[string]any, error) {
	if r.webhook {
		if v := r.versionOf(u); v != nil {
			return stored(u), r.coerceConverted(u, v, t)
		}
	}
	err := r.convert(u, r.storage, t)
	return stored(u), err
}

// fromStorage converts a stored object to a version. It sets the defaults of the version at which the object is stored,
// and then prunes the fields that the other version does not have.
func (r *Resource) fromStorage(u map[string]any, to *served, t *trace) (map[string]any, error) {
	if _, err := r.coerce(u, coercion{stored: true}, nil); err != nil {
		return nil, err
	}
	from := r.versionOf(u)
	if from == to {
		t = nil // the object got its defaults when it was decoded
	}
	if defaulted := r.applyDefaults(u, t); from == to && !defaulted && !to.hasEmbedded {
		return u, nil // it has not changed since it was coerced
	}
	if r.webhook && from != nil && from != to {
		return nil, fmt.Errorf("the object has version %s and the request has version %s; the webhook that converts between them is not simulated", from.name, to.name)
	}
	return u, r.convert(u, to, t)
}

// convert converts an object to another version as the conversion strategy None does: it sets apiVersion, and prunes
// the fields that the new version does not have.
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

// coerceConverted coerces an object after its conversion to a version. The trace lists the fields that this version
// does not have as lost.
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

// versionOf returns the version of an object, or nil if the resource does not have it.
func (r *Resource) versionOf(u map[string]any) *served {
	apiVersion, _ := u["apiVersion"].(string)
	gv, err := schema.ParseGroupVersion(apiVersion)
	if err != nil || gv.Group != r.group {
		return nil
	}
	return r.versions[gv.Version]
}

// stored changes an object as encoding to JSON and decoding does: floats without a fraction become integers.
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
		// encoding/json writes larger numbers with an exponent, and such a number is decoded as a float.
		if v != math.Trunc(v) || math.Abs(v) >= 1e21 {
			return v
		}
		if i, err := strconv.ParseInt(strconv.FormatFloat(v, 'f', -1, 64), 10, 64); err == nil {
			return i
		}
	}
	return v
}

// shown returns an object as a Result shows it: with managedFields only if the request updates them.
func (q *request) shown(u map[string]any) map[string]any {
	out := exported(u)
	if !q.opts.Owners {
		return out
	}
	if meta, ok := u["metadata"].(map[string]any); ok && meta["managedFields"] != nil {
		out["metadata"].(map[string]any)["managedFields"] = q.untimed(meta["managedFields"])
	}
	return out
}

// untimed returns managedFields without the time of this request, which differs from run to run. It shares the values
// of fieldsV1, which nobody changes.
func (q *request) untimed(entries any) any {
	list, _ := sharedOwners(entries).([]any)
	now := q.opts.Now.UTC().Truncate(time.Second).Format(time.RFC3339)
	for _, e := range list {
		if entry, ok := e.(map[string]any); ok && entry["time"] == now {
			delete(entry, "time")
		}
	}
	return list
}

// sharedOwners copies managedFields and their entries, but not the values of fieldsV1.
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

// copied returns a copy of an object that shares the values of fieldsV1 with it.
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

// Exported returns a stored object as a Result shows it. The result shares all values except metadata with the object.
func Exported(object map[string]any) map[string]any { return exported(object) }

// exported returns an object without the fields of metadata that differ from server to server. The result shares all
// other values with the object.
func exported(u map[string]any) map[string]any {
	meta, ok := u["metadata"].(map[string]any)
	if !ok {
		return u
	}
	u, meta = maps.Clone(u), maps.Clone(meta)
	u["metadata"] = meta
	for _, k := range managed {
		delete(meta, k)
	}
	return u
}

// managed are the fields of metadata that differ from server to server.
var managed = [...]string{"uid", "creationTimestamp", "managedFields"}

// Stored returns an object as this resource stores it: at the storage version, with the defaults that decoding sets.
// With the resource of an older CRD it returns the object that a newer CRD finds in the store.
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
