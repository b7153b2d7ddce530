package testgen

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
)

const (
	// mostFirsts limits the old objects with which each new object is compared, and mostOthers the new objects.
	mostFirsts = 6
	mostOthers = 120
)

// transition returns the steps in which a transition rule refuses one change and accepts another.
func (s *subject) transition() []*Step {
	if s.Rule.OptionalOldSelf != nil && *s.Rule.OptionalOldSelf {
		if bad, why := s.refused(); bad != nil {
			return s.pair(s.good(bad), bad, why)
		}
	}
	from, to, why := s.refusedChange()
	if from == nil {
		return nil
	}
	if r := s.update(from, to, nil); s.accepted(to) != nil && r != nil && r.APIServer.Accepted {
		// The rule accepts the opposite change.
		return append(s.steps(to, nil), s.change(from, nil), s.change(to, why))
	}
	steps := s.steps(from, nil)
	steps = append(steps, s.change(to, why))
	if fine := s.fineChange(from, to); fine != nil {
		steps = append(steps, s.change(fine, nil))
	}
	return steps
}

// change returns the step that updates an object.
func (s *subject) change(o map[string]any, why *Refused) *Step {
	o = runtime.DeepCopyJSON(o)
	if s.status {
		return &Step{Op: suite.Status, Object: map[string]any{"apiVersion": o["apiVersion"], "kind": o["kind"], "status": o["status"]}, Refused: why}
	}
	return &Step{Op: suite.Update, Object: o, Refused: why}
}

// update updates an object; nil if the server cannot hold the old object.
func (s *subject) update(o, old map[string]any, lax func(map[string]any, *finding.Finding) bool) *dryrun.Result {
	s.budget.Try(o)
	r, err := s.gen.Resource().Update(dryrun.FromValue(o), dryrun.FromValue(old), dryrun.RequestOptions{
		NoTrace: true, FillResourceVersion: true, IgnoreFinding: lax,
	})
	if err != nil || r.Stopped != nil {
		return nil
	}
	return r
}

// refusedChange returns a change that only the rule refuses.
func (s *subject) refusedChange() (from, to map[string]any, why *Refused) {
	by := s.by()
	refuses := func(o, old map[string]any) bool {
		hit := false
		r := s.update(o, old, func(o map[string]any, f *finding.Finding) bool {
			is := by(o, f)
			hit = hit || is
			return is
		})
		return hit && r != nil && r.APIServer.Accepted
	}
	found := func(old, o map[string]any) (map[string]any, map[string]any, *Refused) {
		o = shrunk(o, s.root, nil, func(less map[string]any) bool { return refuses(less, old) })
		old = shrunk(old, s.root, nil, func(less map[string]any) bool { return s.accepted(less) != nil && refuses(o, less) })
		return old, o, s.words(o, s.update(o, old, nil), by)
	}
	var firsts []map[string]any
	for o := range s.changes() {
		if s.budget.Left <= 0 {
			return nil, nil, nil
		}
		ok := s.accepted(o) != nil
		for _, first := range firsts {
			if refuses(o, first) {
				return found(first, o)
			}
			if ok && refuses(first, o) {
				return found(o, first)
			}
		}
		if ok && len(firsts) < mostFirsts {
			firsts = append(firsts, o)
		}
	}
	return nil, nil, nil
}

// changes yields objects that differ in the fields of the rule.
func (s *subject) changes() func(func(map[string]any) bool) {
	return func(yield func(map[string]any) bool) {
		base := s.base
		if base == nil || !yield(base) {
			return
		}
		version, rule := s.version.Name, s.Rule.Rule
		for _, more := range [...]func() []map[string]any{
			func() []map[string]any {
				return s.gen.Others(version, base, s.path, rule, mostOthers, s.budget)
			},
			func() []map[string]any {
				return s.gen.Combinations(version, base, s.path, rule, mostOthers, s.budget)
			},
			func() []map[string]any { return s.gone(base) },
			func() []map[string]any { return s.gen.Repeated(version, base, s.path, rule, s.budget) },
		} {
			for _, o := range more() {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// gone returns objects without the place or one of its ancestors.
func (s *subject) gone(base map[string]any) []map[string]any {
	var all []map[string]any
	for i := len(s.path); i > 0; i-- {
		o := runtime.DeepCopyJSON(base)
		if remove(o, s.path[:i]) {
			all = append(all, o)
		}
	}
	return all
}

// fineChange returns an object whose update is accepted: one with another value at the place, or else the same
// object.
func (s *subject) fineChange(from, bad map[string]any) map[string]any {
	fine := func(o map[string]any) bool {
		r := s.update(o, from, nil)
		return r != nil && r.APIServer.Accepted
	}
	const few = 40
	was, _ := jsonvalue.At(from, s.path)
	for i, o := range append(s.gen.Others(s.version.Name, from, s.path, s.Rule.Rule, few, s.budget), s.gen.Combinations(s.version.Name, from, s.path, s.Rule.Rule, few, s.budget)...) {
		if is, there := jsonvalue.At(o, s.path); i >= 2*few || !there || text(is) == text(was) || text(o) == text(bad) {
			continue
		}
		if fine(o) {
			return o
		}
	}
	if fine(from) {
		return from
	}
	return nil
}
