package testgen

import (
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// defaults returns the steps that expect a default in the stored object.
func (s *subject) defaults() []*Step {
	if len(s.path) == 0 {
		return nil
	}
	var tries []map[string]any
	last := s.path[len(s.path)-1]
	if last.IsIndex || s.node.Role == roleValue {
		return nil // absent items and entries have no defaults
	}
	if _, o := s.holding(s.gen, s.path[:len(s.path)-1]); o != nil {
		o = runtime.DeepCopyJSON(o)
		remove(o, s.path)
		tries = append(tries, o)
	}
	if made := s.gen.Made(s.version.Name, s.damaged(s.without()), s.path[:len(s.path)-1]); made != nil {
		remove(made, s.path)
		tries = append(tries, made)
		if o := s.gen.Without(s.version.Name, made, s.path, s.budget); o != nil {
			tries = append(tries, o)
		}
	}
	for _, o := range tries {
		stored := s.accepted(o)
		if v, there := jsonvalue.At(stored, s.path); there {
			steps := s.steps(o, nil)
			steps[len(steps)-1].Contains = part(stored, s.path, v)
			return steps
		}
	}
	return nil
}

// null returns the steps that expect a stored null.
func (s *subject) null() []*Step {
	o := s.with(nil)
	if s.base == nil || o == nil {
		return nil
	}
	return s.storing(o, nil)
}

// keeps returns the steps that expect an unknown field in the stored object.
func (s *subject) keeps() []*Step {
	if s.base == nil {
		return nil
	}
	held, _ := jsonvalue.At(s.base, s.path)
	m, ok := held.(map[string]any)
	if !ok {
		m = map[string]any{}
	}
	m = runtime.DeepCopyJSON(m)
	name := "anything"
	if s.node.Property(name) != nil {
		name = "anythingElse"
	}
	m[name] = "goes"
	if len(s.path) > 0 {
		return s.storing(s.with(m), m)
	}
	return s.storing(m, m)
}

// storing returns the steps that expect the sent value in the stored object.
func (s *subject) storing(o map[string]any, want any) []*Step {
	stored := s.accepted(o)
	if stored == nil {
		var v any
		if len(s.path) > 0 {
			v, _ = jsonvalue.At(o, s.path)
			if o = s.gen.Putting(s.version.Name, s.path, v, s.budget); o == nil {
				return nil
			}
		}
		if stored = s.accepted(o); stored == nil {
			return nil
		}
	}
	if got, there := jsonvalue.At(stored, s.path); !there || want == nil && got != nil {
		return nil
	}
	steps := s.steps(o, nil)
	if len(s.path) == 0 {
		m := want.(map[string]any)
		steps[len(steps)-1].Contains = without(m, "apiVersion", "kind", "metadata")
		return steps
	}
	sent, _ := jsonvalue.At(o, s.path)
	got, _ := jsonvalue.At(stored, s.path)
	if !reflect.DeepEqual(sent, got) {
		sent = got // the server added defaults
	}
	steps[len(steps)-1].Contains = part(stored, s.path, sent)
	return steps
}

func without(o map[string]any, names ...string) map[string]any {
	o = runtime.DeepCopyJSON(o)
	for _, name := range names {
		delete(o, name)
	}
	return o
}

// part returns a partial object with only the ancestors of a place and a value there.
func part(of any, path []finding.Segment, v any) map[string]any {
	out, _ := partOf(of, path, v).(map[string]any)
	return out
}

func partOf(of any, path []finding.Segment, v any) any {
	if len(path) == 0 {
		return runtime.DeepCopyJSONValue(v)
	}
	step := path[0]
	switch of := of.(type) {
	case map[string]any:
		return map[string]any{step.Name: partOf(of[step.Name], path[1:], v)}
	case []any:
		list := runtime.DeepCopyJSONValue(of).([]any)
		if step.Index < len(list) {
			list[step.Index] = partOf(of[step.Index], path[1:], v)
		}
		return list
	}
	return nil
}

// scale returns a test of the scale subresource.
func (m *maker) scale() *Test {
	if m.version.Subresources == nil || m.version.Subresources.Scale == nil {
		return nil
	}
	path := pathOf(m.version.Subresources.Scale.SpecReplicasPath)
	_, o := m.holding(m.gen, path)
	if o == nil {
		return nil
	}
	const wanted = 3
	resource := m.gen.Resource()
	for _, replicas := range [...]int32{wanted, 2, 1, 5} {
		r, err := resource.UpdateScale(replicas, dryrun.FromValue(o), dryrun.RequestOptions{NoTrace: true, FillResourceVersion: true})
		if err != nil || !r.APIServer.Accepted {
			continue
		}
		return &Test{
			Name: "it can be scaled", root: m.root,
			Steps: []*Step{
				{Op: suite.Create, Object: o},
				{Op: suite.Scale, Replicas: replicas, Contains: part(r.Object, path, int64(replicas))},
			},
		}
	}
	return nil
}
