package testgen

import (
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// defaults are the steps that see a default stored.
func (s *subject) defaults() []*Step {
	if len(s.way) == 0 {
		return nil
	}
	var tries []map[string]any
	last := s.way[len(s.way)-1]
	if last.IsIndex || s.node.Role == roleValue {
		return nil // items and entries that are not there have no defaults
	}
	if _, o := s.holding(s.gen, s.way[:len(s.way)-1]); o != nil {
		o = runtime.DeepCopyJSON(o)
		remove(o, s.way)
		tries = append(tries, o)
	}
	if made := s.gen.Made(s.version.Name, s.damaged(s.without()), s.way[:len(s.way)-1]); made != nil {
		remove(made, s.way)
		tries = append(tries, made)
		if o := s.gen.Without(s.version.Name, made, s.way, s.budget); o != nil {
			tries = append(tries, o)
		}
	}
	for _, o := range tries {
		stored := s.accepted(o)
		if v, there := jsonvalue.At(stored, s.way); there {
			steps := s.steps(o, nil)
			steps[len(steps)-1].Contains = part(stored, s.way, v)
			return steps
		}
	}
	return nil
}

// null are the steps that see a null stored.
func (s *subject) null() []*Step {
	o := s.with(nil)
	if s.base == nil || o == nil {
		return nil
	}
	return s.storing(o, nil)
}

// keeps are the steps that see a field stored that the schema does not name.
func (s *subject) keeps() []*Step {
	if s.base == nil {
		return nil
	}
	held, _ := jsonvalue.At(s.base, s.way)
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
	if len(s.way) > 0 {
		return s.storing(s.with(m), m)
	}
	return s.storing(m, m)
}

// storing are the steps that see a value stored as it is sent.
func (s *subject) storing(o map[string]any, want any) []*Step {
	stored := s.accepted(o)
	if stored == nil {
		var v any
		if len(s.way) > 0 {
			v, _ = jsonvalue.At(o, s.way)
			if o = s.gen.Putting(s.version.Name, s.way, v, s.budget); o == nil {
				return nil
			}
		}
		if stored = s.accepted(o); stored == nil {
			return nil
		}
	}
	if got, there := jsonvalue.At(stored, s.way); !there || want == nil && got != nil {
		return nil
	}
	steps := s.steps(o, nil)
	if len(s.way) == 0 {
		m := want.(map[string]any)
		steps[len(steps)-1].Contains = without(m, "apiVersion", "kind", "metadata")
		return steps
	}
	sent, _ := jsonvalue.At(o, s.way)
	got, _ := jsonvalue.At(stored, s.way)
	if !reflect.DeepEqual(sent, got) {
		sent = got // defaults are filled in
	}
	steps[len(steps)-1].Contains = part(stored, s.way, sent)
	return steps
}

func without(o map[string]any, names ...string) map[string]any {
	o = runtime.DeepCopyJSON(o)
	for _, name := range names {
		delete(o, name)
	}
	return o
}

// part is what leads to a place in an object, and a value there.
func part(of any, way []finding.Segment, v any) map[string]any {
	out, _ := partOf(of, way, v).(map[string]any)
	return out
}

func partOf(of any, way []finding.Segment, v any) any {
	if len(way) == 0 {
		return runtime.DeepCopyJSONValue(v)
	}
	step := way[0]
	switch of := of.(type) {
	case map[string]any:
		return map[string]any{step.Name: partOf(of[step.Name], way[1:], v)}
	case []any:
		list := runtime.DeepCopyJSONValue(of).([]any)
		if step.Index < len(list) {
			list[step.Index] = partOf(of[step.Index], way[1:], v)
		}
		return list
	}
	return nil
}

// scale is a test of the scale subresource.
func (m *maker) scale() *Test {
	if m.version.Subresources == nil || m.version.Subresources.Scale == nil {
		return nil
	}
	way := pathOf(m.version.Subresources.Scale.SpecReplicasPath)
	_, o := m.holding(m.gen, way)
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
				{Op: suite.Scale, Replicas: replicas, Contains: part(r.Object, way, int64(replicas))},
			},
		}
	}
	return nil
}
