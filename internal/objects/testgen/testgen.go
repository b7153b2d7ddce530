// Package testgen makes a suite of tests for a CRD: for each constraint of its schema the
// smallest objects that it accepts and that it refuses, at the boundary between them. All
// were sent through the dry run, so that the expectations are the server's answers.
package testgen

import (
	"context"
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Options say which tests are made.
type Options struct {
	// Version is the server's; the zero Version means kube.Latest.
	Version kube.Version
	// All has tests also for fields whose types are those of the Kubernetes API, such as a
	// pod's, and objects that are too long to be read.
	All bool
	// Skip leaves out constraints that are tested elsewhere; nil leaves out none.
	Skip func(version string, c *constraint.Constraint) bool
}

// Suite is what is made for a CRD.
type Suite struct {
	Name string
	// Tests are in the order of the schema, those of the storage version first.
	Tests []*Test
	// Found and Missing count the constraints with tests and without; LeftOut those of
	// types of the Kubernetes API, and Skipped those that are tested elsewhere.
	Found, Missing, LeftOut, Skipped int
}

// Test is a test, or a comment in the place of one.
type Test struct {
	Name  string
	Steps []*Step
	// Comments say what was not found; they stand above the test.
	Comments []string

	root *schema.Schema
	of   []*constraint.Constraint
	node *schema.Node
}

// Step is a request of a test.
type Step struct {
	Op       suite.Op
	Object   map[string]any
	Replicas int32
	// Refused is why it is refused; nil if it is accepted.
	Refused *Refused
	// Contains is a part of what is stored; nil for any.
	Contains map[string]any

	label string
}

// Refused is what is expected of a refusal.
type Refused struct {
	Code  int
	Field string
	Texts []string
}

// Generate makes the tests of a CRD, whose defaults it sets. The error is for a CRD that no
// server could serve.
func Generate(ctx context.Context, c *crd.CustomResourceDefinition, o Options) (*Suite, error) {
	if o.Version == (kube.Version{}) {
		o.Version = kube.Latest
	}
	behaviour := o.Version.Behaviour()
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
			tree: schemafacts.Of(schema.NewTree(v.OpenAPISchema(), finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")), false),
		}
		m.cost = costOf(m.tree)
		if err := m.run(ctx, s, known); err != nil {
			return nil, err
		}
	}
	s.nameAll()
	return s, nil
}

// inOrder are the places of versions, that of the storage version first.
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

// costOf is what a request costs beside its values: most of it are the rules.
func costOf(t *schemafacts.Tree) int {
	rules := 0
	for i := range t.Nodes {
		for j := range t.Nodes[i].XValidations() {
			// A long rule has many values named that are tried, and takes as long for each.
			long := len(t.Nodes[i].XValidations()[j].Rule) / longRule
			rules += 1 + 16*long*long
		}
	}
	return 1 + rules + len(t.Nodes)/64
}

// longRule is how long no rule is that somebody wrote by hand.
const longRule = 2048

// run makes the tests of a version, without those that another version has just so.
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

// Count is how many tests there are.
func (s *Suite) Count() int {
	n := 0
	for _, t := range s.Tests {
		if len(t.Steps) > 0 {
			n++
		}
	}
	return n
}

// refusesNothing reports whether a constraint is one that every value fulfils.
func refusesNothing(c *constraint.Constraint) bool {
	least, ok := c.Value.(int64)
	return ok && least <= 0 && slices.Contains([]string{"minLength", "minItems", "minProperties"}, c.Keyword)
}
