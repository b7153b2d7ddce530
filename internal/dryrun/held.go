package dryrun

import (
	"context"
	"maps"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/finding"
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

// MayFail reports whether the CEL rule at a place in the CRD may refuse an update to this
// object from an old one, or no one can say. Nothing else is asked.
func (h *Held) MayFail(rule *finding.Path, old *Held) bool {
	if h == nil || old == nil || h.v != old.v {
		return true
	}
	was := old.load()
	if was == nil {
		return true
	}
	object := h.sent
	if h.v.status {
		object = maps.Clone(object)
		delete(object, "status")
		if status, found := was["status"]; found {
			object["status"] = status
		}
	}
	failed, forgiven, known := h.resource.evaluateOne(context.Background(), h.v, rule, object, was)
	return !known || len(failed)+len(forgiven) > 0
}

// evaluateOne evaluates one CEL rule on an object that was read. It is not known what comes
// of it if there is nobody to evaluate it.
func (r *Resource) evaluateOne(ctx context.Context, v *served, rule *finding.Path, object, old map[string]any) (failed, forgiven finding.List, known bool) {
	if !v.hasRules || v.rules() == nil {
		return nil, nil, false
	}
	failed = v.rules()(ctx, RuleInput{
		Object: object, Old: old, Of: &r.server.Objects, Only: rule, Meter: r.meter,
		Forgive: func(f finding.Finding) { forgiven = append(forgiven, f) },
	})
	return failed, forgiven, true
}

// FailsAgain reports whether CEL rules that refused another object, and nothing else did,
// are sure to refuse this one with the same words, if it comes to rules at all.
func (b *Begun) FailsAgain(findings finding.List) bool {
	if len(findings) == 0 {
		return false
	}
	for i := range findings {
		f := &findings[i]
		if len(f.Related) != 1 || f.Related[0].Path == nil || !b.Fails(f.Related[0].Path, f.Path.Server(), f.ServerMessage()) {
			return false
		}
	}
	return true
}

// Fails reports whether a CEL rule is sure to refuse the object, at a path and with some
// words, if it comes to rules at all.
func (b *Begun) Fails(rule *finding.Path, at, message string) bool {
	q := b.q
	if b.refused || !q.resource.server.Objects.FieldPathsAlone {
		return false // on old servers, the path of a rule depends on those that fail before it
	}
	object := q.obj
	if _, found := object["status"]; found && q.v.status {
		object = maps.Clone(object)
		delete(object, "status")
	}
	failed, _, known := q.resource.evaluateOne(q.ctx, q.v, rule, object, nil)
	return known && slices.ContainsFunc(failed, func(again finding.Finding) bool {
		again.WordedBy(q.resource.words)
		return again.Path.Server() == at && again.ServerMessage() == message
	})
}
