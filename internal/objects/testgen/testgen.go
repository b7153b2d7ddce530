// Package testgen makes a suite of tests for a CRD. For each constraint of its schema it finds the smallest
// accepted and refused objects, at the boundary between them. The dry run answered each request, so the
// expectations are the server's answers.
package testgen

import (
	"context"
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Options select the tests.
type Options struct {
	// Version is the version of Kubernetes; the zero Version means kube.Latest.
	Version kube.Version
	// All includes tests of fields inside types of the Kubernetes API, such as a pod's, and objects that are too long
	// to read.
	All bool
	// Skip reports whether a constraint is tested elsewhere; nil skips none.
	Skip func(version string, c *constraint.Constraint) bool
}

// A Suite is the suite of tests for a CRD.
type Suite struct {
	Name string
	// Tests are in the order of the schema; the storage version is first.
	Tests []*Test
	// Found and Missing count the constraints with and without tests, LeftOut those in types of the Kubernetes API,
	// and Skipped those that Options.Skip skips.
	Found, Missing, LeftOut, Skipped int
}

// A Test is a test, or only a comment about a missing test.
type Test struct {
	Name  string
	Steps []*Step
	// Comments say which objects were not found; they are written above the test.
	Comments []string

	root *schema.Schema
	of   []*constraint.Constraint
	node *schematree.Node
}

// A Step is a request of a test.
type Step struct {
	Op       suite.Op
	Object   map[string]any
	Replicas int32
	// Refused is the expected refusal; nil for an accepted request.
	Refused *Refused
	// Contains is the expected part of the stored object; nil for any.
	Contains map[string]any

	label string
}

// Refused is an expected refusal.
type Refused struct {
	Code  int
	Field string
	Texts []string
}

// Generate makes the tests of a CRD, and sets the CRD's defaults. It returns an error for a CRD that no server can
// serve.
func Generate(ctx context.Context, c *crd.CustomResourceDefinition, o Options) (*Suite, error) {
	if o.Version == (kube.Version{}) {
		o.Version = kube.Latest
	}
	behaviour := behaviour.Of(o.Version)
	options := sample.Options{Version: o.Version, Rules: dryrun.CEL(celrule.NewCompiler(behaviour.CEL))}
	gen, err := sample.New(c, options)
	if err != nil {
		return nil, err
	}
	bare := gen
	if slices.ContainsFunc(c.Spec.Versions, func(v crd.Version) bool { return v.HasStatus() }) {
		if bare, err = sample.New(sample.WithoutStatus(c), options); err != nil {
			return nil, err
		}
	}
	s := &Suite{Name: c.Metadata.Name}
	known := map[string]bool{}
	for _, i := range inOrder(c.Spec.Versions) {
		v := &c.Spec.Versions[i]
		if !v.Served || v.OpenAPISchema() == nil {
			continue
		}
		m := &maker{
			o: o, crd: c, version: v, root: v.OpenAPISchema(), gen: gen, bare: bare, behaviour: behaviour,
			tree: schemafacts.Of(schematree.New(v.OpenAPISchema(), finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")), false),
		}
		m.cost = costOf(m.tree)
		if err := m.run(ctx, s, known); err != nil {
			return nil, err
		}
	}
	s.nameAll()
	return s, nil
}

// inOrder returns the indexes of versions; the storage version is first.
func inOrder(versions []crd.Version) []int {
	var all []int
	for i := range versions {
		if versions[i].Storage {
			all = slices.Insert(all, 0, i)
		} else {
			all = append(all, i)
		}
	}
	return all
}

// costOf estimates the cost of a request without its values: most of it is the evaluation of rules.
func costOf(t *schemafacts.Tree) int {
	rules := 0
	for i := range t.Nodes {
		for j := range t.Nodes[i].XValidations() {
			// The search tries the literals of a long rule, and each evaluation takes longer.
			long := len(t.Nodes[i].XValidations()[j].Rule) / longRule
			rules += 1 + 16*long*long
		}
	}
	return 1 + rules + len(t.Nodes)/64
}

// longRule is a length that no rule written by hand has.
const longRule = 2048

// run makes the tests of a version, without those that another version has already.
func (m *maker) run(ctx context.Context, s *Suite, known map[string]bool) error {
	var all []*constraint.Constraint
	list := constraint.Of(m.tree, m.behaviour)
	var drops []*constraint.Constraint
	for i := range list {
		c := &list[i]
		n := &m.tree.Nodes[c.Node]
		if m.tree.InMetadata(n) || m.tree.TypeMeta(n) || refusesNothing(c) {
			continue
		}
		key := keyOf(c, n)
		switch {
		case known[key]:
			continue
		case !m.o.All && c.Given:
			s.LeftOut++
			continue
		}
		known[key] = true
		if m.o.Skip != nil && m.o.Skip(m.version.Name, c) {
			s.Skipped++
			continue
		}
		if c.Effect == constraint.Drops {
			drops = append(drops, c)
			continue
		}
		all = append(all, c)
	}
	if len(all)+len(drops) == 0 {
		return nil
	}
	complete := len(known) == len(all)+len(drops)
	first := m.smallest()
	seen := map[string]bool{}
	if first != nil && s.Skipped == 0 {
		s.Tests = append(s.Tests, first)
		seen[text(first.Steps[0].Object)] = true
	}
	var made []*Test
	err := inorder.Do(ctx, all, m.test, func(t *Test) error {
		made = append(made, t)
		return nil
	})
	if err != nil {
		return err
	}
	for _, t := range merged(made) {
		if len(t.Steps) == 0 {
			s.Missing += len(t.of)
		} else {
			s.Found += len(t.of)
			t.withoutSeen(seen)
		}
		if len(t.Steps) > 0 || len(t.Comments) > 0 {
			s.Tests = append(s.Tests, t)
		}
	}
	for _, t := range m.unknown(drops) {
		s.Found += len(t.of)
		s.Tests = append(s.Tests, t)
	}
	if t := m.scale(); t != nil && complete {
		s.Tests = append(s.Tests, t)
	}
	return nil
}

// Count returns the number of tests.
func (s *Suite) Count() int {
	n := 0
	for _, t := range s.Tests {
		if len(t.Steps) > 0 {
			n++
		}
	}
	return n
}

// refusesNothing reports whether every value satisfies a constraint.
func refusesNothing(c *constraint.Constraint) bool {
	least, ok := c.Value.(int64)
	return ok && least <= 0 && slices.Contains([]string{"minLength", "minItems", "minProperties"}, c.Keyword)
}
