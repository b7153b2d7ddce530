package testgen

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// maker makes the tests of a version. It is safe for concurrent use.
type maker struct {
	o         Options
	crd       *crd.CustomResourceDefinition
	version   *crd.Version
	root      *schema.Schema
	tree      *schemafacts.Tree
	gen, bare *sample.Generator
	behaviour kube.Behaviour
	cost      int

	held sync.Map // of *objectAt, by place
}

// objectAt is an accepted object with a value at a place, once it was searched for.
type objectAt struct {
	once   sync.Once
	way    []finding.Segment
	object map[string]any
}

// mostRead is how many values an object has at most that people read.
const mostRead = 250

// most bounds what the search for one object costs.
const most = 40_000

func (m *maker) budget() *sample.Budget { return &sample.Budget{Left: most, Each: m.cost} }

// A subject is a constraint, and where it is tested.
type subject struct {
	*maker
	*constraint.Constraint
	node *schema.Node
	// way is a place of values.
	way []finding.Segment
	// gen makes the objects: as a create takes them, for the status from a CRD without the
	// subresource.
	gen    *sample.Generator
	status bool
	// base is an object with a value at the place; nil if there is none.
	base   map[string]any
	budget *sample.Budget
}

func (m *maker) subject(c *constraint.Constraint) *subject {
	n := &m.tree.Nodes[c.Node]
	s := &subject{maker: m, Constraint: c, node: n, gen: m.gen, budget: m.budget(), way: m.wayTo(n)}
	if m.version.HasStatus() && (len(s.way) > 0 && s.way[0].Name == "status" || len(s.way) == 0 && c.Rule != nil && strings.Contains(c.Rule.Rule, "self.status")) {
		s.gen, s.status = m.bare, true
		s.way, s.base = m.holding(m.bare, s.way)
	} else {
		s.way, s.base = m.holding(m.gen, s.way)
	}
	return s
}

// wayTo is a place in objects where values of a node stand.
func (m *maker) wayTo(n *schema.Node) []finding.Segment {
	if n.Parent < 0 {
		return nil
	}
	way := m.wayTo(m.tree.Parent(n))
	switch n.Role {
	case schema.RoleProperty:
		return append(way, finding.Segment{Name: n.Name})
	case schema.RoleItems:
		return append(way, finding.Segment{IsIndex: true})
	case schema.RoleAdditionalProperties:
		return append(way, finding.Segment{Name: "example"})
	}
	return way
}

// holding is an object that is accepted and has a value at a place; the place may be at
// another key of a map than was asked for.
func (m *maker) holding(g *sample.Generator, way []finding.Segment) ([]finding.Segment, map[string]any) {
	v, _ := m.held.LoadOrStore(where(way), &objectAt{})
	h := v.(*objectAt)
	h.once.Do(func() {
		h.way = way
		b := m.budget()
		defer func() {
			if h.object != nil {
				h.object = shrunk(h.object, m.root, h.way, func(o map[string]any) bool {
					return g.Resource().Create(dryrun.FromValue(o), dryrun.RequestOptions{NoTrace: true}).APIServer.Accepted
				})
			}
		}()
		if h.object = g.Holding(m.version.Name, way, b); h.object != nil {
			return
		}
		for _, other := range g.OtherKeys(m.version.Name, way) {
			if h.object = g.Holding(m.version.Name, other, b); h.object != nil {
				h.way = other
				return
			}
		}
	})
	return h.way, h.object
}

// keyOf tells constraints of several versions apart: what is the same has the same.
func keyOf(c *constraint.Constraint, n *schema.Node) string {
	value, _ := json.Marshal(c.Value)
	key := c.Field + "\x00" + c.Keyword + "\x00" + string(c.Effect) + "\x00" + string(value)
	if c.Rule != nil {
		rule, _ := json.Marshal(c.Rule)
		key += string(rule)
	}
	if c.Value == nil {
		for _, list := range [...][]*schema.Schema{n.OneOf(), n.AnyOf()} {
			if c.Index < len(list) {
				branches, _ := json.Marshal(list)
				key += string(branches) + string(rune('0'+max(c.Index, 0)))
			}
		}
	}
	return key
}

func where(way []finding.Segment) string {
	var b strings.Builder
	for _, s := range way {
		b.WriteByte('\x00')
		b.WriteString(s.Name)
	}
	return b.String()
}

func text(v any) string {
	t, _ := json.Marshal(v)
	return string(t)
}

// test makes the test of a constraint.
func (m *maker) test(c *constraint.Constraint) *Test {
	t := &Test{root: m.root, of: []*constraint.Constraint{c}, node: &m.tree.Nodes[c.Node]}
	s := m.subject(c)
	switch {
	case s.Effect == constraint.Fills:
		t.Steps = s.defaults()
	case s.Keyword == "enum" && s.Effect == constraint.Allows:
		t.Steps = s.steps(s.putting(s.Value), nil)
	case s.Keyword == "nullable":
		t.Steps = s.null()
	case s.Keyword == "x-kubernetes-preserve-unknown-fields":
		t.Steps = s.keeps()
	case s.Effect == constraint.Allows:
		t.Steps = s.steps(s.branch(), nil)
	case s.Rule != nil && strings.Contains(s.Rule.Rule, "oldSelf"):
		t.Steps = s.transition()
	default:
		if bad, why := s.refused(); bad != nil {
			t.Steps = s.pair(s.good(bad), bad, why)
		}
	}
	t.Steps = s.verified(t.Steps)
	long := s.tooLong()
	for _, step := range t.Steps {
		long = long || !m.o.All && jsonvalue.Count(step.Object) > mostRead
	}
	if long {
		t.Steps = nil
	}
	if long {
		t.Comments = []string{"left out, as it is too long to be read (--all writes it): " + m.objectFor(c)}
	} else if len(t.Steps) == 0 {
		t.Comments = []string{"not found: " + m.objectFor(c)}
	}
	return t
}

// steps are what sends an object: a create, for the status followed by an update of that.
func (s *subject) steps(o map[string]any, why *Refused) []*Step {
	if o == nil {
		return nil
	}
	o = runtime.DeepCopyJSON(o)
	status, has := o["status"]
	if !s.status || !has {
		return []*Step{{Op: suite.Create, Object: o, Refused: why}}
	}
	delete(o, "status")
	with := map[string]any{"apiVersion": o["apiVersion"], "kind": o["kind"], "status": status}
	return []*Step{{Op: suite.Create, Object: o}, {Op: suite.Status, Object: with, Refused: why}}
}

// pair is an object that is accepted and one that is refused: the status of one is
// replaced by that of the other if the objects are the same besides.
func (s *subject) pair(good, bad map[string]any, why *Refused) []*Step {
	steps := s.steps(good, nil)
	behind := s.steps(bad, why)
	if len(steps) > 0 && len(behind) > 1 && text(steps[0].Object) == text(behind[0].Object) {
		together := append(slices.Clone(steps), behind[1:]...)
		if len(s.verified(together)) == len(together) {
			return together
		}
		if len(steps) == 1 {
			return behind // there is a create in it
		}
	}
	return append(steps, behind...)
}

// accepted returns what the server makes of an object; nil if it refuses it.
func (s *subject) accepted(o map[string]any) map[string]any {
	if o == nil {
		return nil
	}
	s.budget.Try(o)
	r := s.gen.Resource().Create(dryrun.FromValue(o), dryrun.RequestOptions{NoTrace: true})
	if !r.APIServer.Accepted || r.Stopped != nil {
		return nil
	}
	return r.Object
}

// putting is an object that is accepted with a value at the place.
func (s *subject) putting(v any) map[string]any {
	if s.base != nil {
		if o := s.with(v); s.accepted(o) != nil {
			return o
		}
	}
	return s.gen.Putting(s.version.Name, s.way, v, s.budget)
}

// with is the base with another value at the place.
func (s *subject) with(v any) map[string]any {
	if s.base == nil || len(s.way) == 0 {
		return nil
	}
	o := runtime.DeepCopyJSON(s.base)
	if !jsonvalue.Set(o, s.way, runtime.DeepCopyJSONValue(v)) {
		return nil
	}
	return o
}

func (s *subject) name() string {
	for _, step := range slices.Backward(s.way) {
		if !step.IsIndex {
			return step.Name
		}
	}
	return ""
}

// smallest is a test of what is required alone.
func (m *maker) smallest() *Test {
	_, o := m.holding(m.gen, nil)
	if o == nil {
		return nil
	}
	name := "the smallest " + m.crd.Spec.Names.Kind
	if !m.version.Storage {
		name += " of " + m.version.Name
	}
	return &Test{
		Name: name, root: m.root,
		Steps: []*Step{{Op: suite.Create, Object: o}},
	}
}
