package dryrun

import (
	"context"
	"maps"
	"slices"

	"github.com/crdtool/crdtool/finding"
)

// Held is an object as requests see it once they have read it: as what is sent, and as
// what is there. Whoever asks the same of many pairs of objects reads each of them once.
// It may be used by several goroutines.
type Held struct {
	resource  *Resource
	v         *served
	sent, old map[string]any
}

// Hold reads an object; it is nil if no request can.
func (r *Resource) Hold(o Object) *Held {
	begun := r.Begin(o, RequestOptions{NoTrace: true})
	if begun.refused {
		return nil
	}
	q := r.newRequest(Update, o, RequestOptions{NoTrace: true})
	if err := q.loadOld(o); err != nil {
		return nil
	}
	return &Held{r, begun.q.v, begun.q.obj, q.old}
}

// MayFail reports whether the CEL rule at a place in the CRD may refuse an update to this
// object from an old one, or no one can say. Nothing else is asked.
func (h *Held) MayFail(rule *finding.Path, old *Held) bool {
	if h == nil || old == nil || h.v != old.v {
		return true
	}
	object := h.sent
	if h.v.status {
		object = maps.Clone(object)
		delete(object, "status")
		if status, found := old.old["status"]; found {
			object["status"] = status
		}
	}
	failed, forgiven, known := h.resource.evaluateOne(context.Background(), h.v, rule, object, old.old)
	return !known || len(failed)+len(forgiven) > 0
}

// evaluateOne evaluates one CEL rule on an object that was read. It is not known what comes
// of it if there is nobody to evaluate it.
func (r *Resource) evaluateOne(ctx context.Context, v *served, rule *finding.Path, object, old map[string]any) (failed, forgiven finding.List, known bool) {
	if !v.hasRules || v.rules() == nil {
		return nil, nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, MostRuleTime)
	defer cancel()
	failed, forgiven = v.rules()(ctx, RuleInput{Object: object, Old: old, Of: &r.server.Objects, Only: rule})
	return failed, forgiven, true
}

// FailsAgain reports whether CEL rules that refused another object, and nothing else did,
// are sure to refuse this one with the same words, if it comes to rules at all.
func (b *Begun) FailsAgain(findings finding.List) bool {
	q := b.q
	if b.refused || len(findings) == 0 || !q.resource.server.Objects.FieldPathsAlone {
		return false // on old servers, the path of a rule depends on those that fail before it
	}
	object := q.obj
	if _, found := object["status"]; found && q.v.status {
		object = maps.Clone(object)
		delete(object, "status")
	}
	for i := range findings {
		f := &findings[i]
		if len(f.Related) != 1 || f.Related[0].Path == nil {
			return false
		}
		failed, _, known := q.resource.evaluateOne(q.ctx, q.v, f.Related[0].Path, object, nil)
		if !known || !slices.ContainsFunc(failed, func(again finding.Finding) bool {
			again.WordedBy(q.resource.words)
			return again.Path.Server() == f.Path.Server() && again.ServerMessage() == f.ServerMessage()
		}) {
			return false
		}
	}
	return true
}
