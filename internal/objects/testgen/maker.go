package testgen

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/schema"
)

// A maker makes the tests of a version. It is safe for concurrent use.
type maker struct {
	o         Options
	crd       *crd.CustomResourceDefinition
	version   *crd.Version
	root      *schema.Schema
	tree      *schemafacts.Tree
	gen, bare *sample.Generator
	behaviour behaviour.Behaviour
	cost      int

	held sync.Map // of *objectAt, by place
}

// An objectAt is an accepted object with a value at a place. It is searched for once.
type objectAt struct {
	once   sync.Once
	path   []finding.Segment
	object map[string]any
}

// mostRead limits the values of an object in a readable test.
const mostRead = 250

// most limits the cost of the search for one object.
const most = 40_000

func (m *maker) budget() *sample.Budget { return &sample.Budget{Left: most, Each: m.cost} }

// A subject is a constraint that is to be tested.
type subject struct {
	*maker
	*constraint.Constraint
	node *schematree.Node
	// path is the place of a value under the constraint.
	path []finding.Segment
	// gen makes objects that a create accepts. For a constraint of the status, it uses the CRD without the status
	// subresource.
	gen    *sample.Generator
	status bool
	// base is an accepted object with a value at the place; nil if none was found.
	base   map[string]any
	budget *sample.Budget
}

func (m *maker) subject(c *constraint.Constraint) *subject {
	n := &m.tree.Nodes[c.Node]
	s := &subject{maker: m, Constraint: c, node: n, gen: m.gen, budget: m.budget(), path: m.pathTo(n)}
	if m.version.HasStatus() && (len(s.path) > 0 && s.path[0].Name == "status" || len(s.path) == 0 && c.Rule != nil && strings.Contains(c.Rule.Rule, "self.status")) {
		s.gen, s.status = m.bare, true
		s.path, s.base = m.holding(m.bare, s.path)
	} else {
		s.path, s.base = m.holding(m.gen, s.path)
	}
	return s
}

// pathTo returns a place in objects for the values of a node.
func (m *maker) pathTo(n *schematree.Node) []finding.Segment {
	if n.Parent < 0 {
		return nil
	}
	path := m.pathTo(m.tree.Parent(n))
	switch n.Role {
	case schematree.RoleProperty:
		return append(path, finding.Segment{Name: n.Name})
	case schematree.RoleItems:
		return append(path, finding.Segment{IsIndex: true})
	case schematree.RoleAdditionalProperties:
		return append(path, finding.Segment{Name: "example"})
	}
	return path
}

// holding returns an accepted object with a value at a place, and the place, which may have another key of a map.
func (m *maker) holding(g *sample.Generator, path []finding.Segment) ([]finding.Segment, map[string]any) {
	v, _ := m.held.LoadOrStore(where(path), &objectAt{})
	h := v.(*objectAt)
	h.once.Do(func() {
		h.path = path
		b := m.budget()
		defer func() {
			if h.object != nil {
				h.object = shrunk(h.object, m.root, h.path, func(o map[string]any) bool {
					return g.Resource().Create(dryrun.FromValue(o), dryrun.RequestOptions{NoTrace: true}).APIServer.Accepted
				})
			}
		}()
		if h.object = g.Holding(m.version.Name, path, b); h.object != nil {
			return
		}
		for _, other := range g.OtherKeys(m.version.Name, path) {
			if h.object = g.Holding(m.version.Name, other, b); h.object != nil {
				h.path = other
				return
			}
		}
	})
	return h.path, h.object
}

// keyOf returns the same key for equal constraints of several versions.
func keyOf(c *constraint.Constraint, n *schematree.Node) string {
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

func where(path []finding.Segment) string {
	var b strings.Builder
	for _, s := range path {
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

// steps returns the steps that send an object: a create, and for the status also an update of it.
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

// pair returns steps with an accepted and a refused object. If they differ only in the status, it updates the
// status of one object.
func (s *subject) pair(good, bad map[string]any, why *Refused) []*Step {
	steps := s.steps(good, nil)
	behind := s.steps(bad, why)
	if len(steps) > 0 && len(behind) > 1 && text(steps[0].Object) == text(behind[0].Object) {
		together := append(slices.Clone(steps), behind[1:]...)
		if len(s.verified(together)) == len(together) {
			return together
		}
		if len(steps) == 1 {
			return behind // they have a create already
		}
	}
	return append(steps, behind...)
}

// accepted returns the object that the server stores; nil if it refuses it.
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

// putting returns an accepted object with a value at the place.
func (s *subject) putting(v any) map[string]any {
	if s.base != nil {
		if o := s.with(v); s.accepted(o) != nil {
			return o
		}
	}
	return s.gen.Putting(s.version.Name, s.path, v, s.budget)
}

// with returns the base with another value at the place.
func (s *subject) with(v any) map[string]any {
	if s.base == nil || len(s.path) == 0 {
		return nil
	}
	o := runtime.DeepCopyJSON(s.base)
	if !jsonvalue.Set(o, s.path, runtime.DeepCopyJSONValue(v)) {
		return nil
	}
	return o
}

func (s *subject) name() string {
	for _, step := range slices.Backward(s.path) {
		if !step.IsIndex {
			return step.Name
		}
	}
	return ""
}

// smallest returns a test of an object with only the required fields.
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
