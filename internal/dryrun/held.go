package dryrun

import (
	"maps"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Held is an object as requests see it once they have read it: as what is sent, and as
// what is there. Whoever sends many pairs of some objects reads each of them once. It may be
// used by several goroutines.
type Held struct {
	resource *Resource
	v        *served
	object   Object
	sent     map[string]any
	// load returns the object as what is there; nil if no server could hold it.
	load func() map[string]any
}

// Hold reads an object; it is nil if no request with it comes further than that.
func (r *Resource) Hold(o Object) *Held {
	begun := r.Begin(o, RequestOptions{NoTrace: true})
	if begun.refused {
		return nil
	}
	h := &Held{resource: r, v: begun.q.v, object: o, sent: begun.q.obj}
	h.load = sync.OnceValue(func() map[string]any {
		q := r.newRequest(Update, o, RequestOptions{NoTrace: true})
		if err := q.loadOld(o); err != nil {
			return nil
		}
		return q.old
	})
	return h
}

// Create is Resource.Create of the object, without warnings and trace of what reading it did.
func (h *Held) Create(opts RequestOptions) *Result {
	q := h.resource.newRequest(Create, h.object, opts)
	q.obj = apart(h.sent)
	return (&Begun{q: q}).Result()
}

// Update is Resource.Update of an old object to this one, without those either.
func (h *Held) Update(old *Held, opts RequestOptions) (*Result, error) {
	was := old.load()
	if was == nil || h.v != old.v || !sameName(h.sent, was) {
		return h.resource.Update(h.object, old.object, opts)
	}
	q := h.resource.newRequest(Update, h.object, opts)
	q.obj, q.old = apart(h.sent), apart(was)
	q.name, _, _ = unstructured.NestedString(was, "metadata", "name")
	q.namespace, _, _ = unstructured.NestedString(was, "metadata", "namespace")
	q.dropRepeatedOwners()
	q.own()
	q.update()
	return q.result(), nil
}

// apart is a copy of an object that shares with it what requests don't write to: all but
// its fields and those of its metadata.
func apart(u map[string]any) map[string]any {
	u = maps.Clone(u)
	if meta, ok := u["metadata"].(map[string]any); ok {
		u["metadata"] = maps.Clone(meta)
	}
	return u
}

func sameName(a, b map[string]any) bool {
	for _, k := range [...]string{"name", "namespace"} {
		was, _, _ := unstructured.NestedString(a, "metadata", k)
		is, _, _ := unstructured.NestedString(b, "metadata", k)
		if was != is {
			return false
		}
	}
	return true
}
