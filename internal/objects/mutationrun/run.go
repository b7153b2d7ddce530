// Package mutationrun runs tests of APIs against damaged CRDs: a test notices the damage if it fails. Damage that
// no test notices is reported with a test that does.
package mutationrun

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/objects/mutation"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// Options limit a run.
type Options struct {
	// Most limits the mutants that are tried; 0 tries all.
	Most int
	// Time is the time after which no new mutant is tried; 0 is no limit.
	Time time.Duration
	// All includes damage inside of types of the Kubernetes API.
	All bool
}

// A Runner runs tests as they are with Run, and then against mutants with Mutate.
type Runner struct {
	Options
	version kube.Version
	servers *suite.Servers

	mu    sync.Mutex
	tests map[*suite.Test]*watched
}

// New returns a Runner for a version of Kubernetes.
func New(v kube.Version, servers *suite.Servers, o Options) *Runner {
	return &Runner{Options: o, version: v, servers: servers, tests: map[*suite.Test]*watched{}}
}

// Run runs a test as it is, and records the damage that it may notice. It is safe for concurrent use.
func (r *Runner) Run(s *suite.Suite, t *suite.Test) report.Test {
	w := watch(r.servers, t)
	out := s.RunOn(t, w, r.version)
	w.end()
	w.passed = out.Outcome == report.TestPassed
	r.mu.Lock()
	r.tests[t] = w
	r.mu.Unlock()
	return out
}

// A job is a test that passes.
type job struct {
	suite *suite.Suite
	test  *suite.Test
	*watched
}

// A target is a CRD, in all its files, with the tests that use it.
type target struct {
	name string
	crds []*suite.CRD
	jobs []job
}

// targets lists the CRDs of suites, in their order.
func (r *Runner) targets(suites []*suite.Suite) []*target {
	var all []*target
	byName := map[string]*target{}
	of := func(c *suite.CRD) *target {
		if r.servers.Read(c) == nil || r.servers.Refusal(c) != "" {
			return nil
		}
		name := c.Name()
		if byName[name] == nil {
			byName[name] = &target{name: name}
			all = append(all, byName[name])
		}
		t := byName[name]
		if !slices.Contains(t.crds, c) {
			t.crds = append(t.crds, c)
		}
		return t
	}
	for _, s := range suites {
		for _, test := range s.Tests {
			w := r.tests[test]
			if w == nil || !w.passed {
				continue
			}
			var uses []*target
			add := func(c *suite.CRD) {
				if c.Value != nil {
					return // a patched CRD of a suite
				}
				if t := of(c); t != nil && !slices.Contains(uses, t) {
					uses = append(uses, t)
				}
			}
			for _, c := range s.CRDs {
				add(c)
			}
			for _, step := range test.Steps {
				for _, c := range step.CRDs {
					add(c)
				}
			}
			for _, t := range uses {
				t.jobs = append(t.jobs, job{s, test, w})
			}
		}
	}
	return all
}

// A mutant is a mutant of a target.
type mutant struct {
	*target
	mutation.Mutant
	crd *suite.CRD // the first file with the constraint
}

// mutants lists the mutants of a target, from all its files.
func (r *Runner) mutants(t *target) []mutant {
	var all []mutant
	seen := map[string]bool{}
	by := behaviour.Of(r.version)
	for _, c := range t.crds {
		list := mutation.Of(r.servers.Read(c), by)
		for i := range list {
			if id := list[i].ID(); !seen[id] {
				seen[id] = true
				all = append(all, mutant{t, list[i], c})
			}
		}
	}
	return all
}

// A Result is the outcome of a mutant.
type Result struct {
	*mutation.Mutant
	// Outcome is one of the outcomes of report.Mutant.
	Outcome string
	// CRD is the CRD of the mutant.
	CRD *suite.CRD
	// By is the test that notices the mutant.
	By string
	// Proof is a test that would notice the mutant.
	Proof *Proof
}

// Mutate runs the tests of suites against all mutants, and calls emit with the results in order. It returns the
// number of mutants that were not tried for lack of time, and of those that are left out because they are inside
// of types of the Kubernetes API.
func (r *Runner) Mutate(ctx context.Context, suites []*suite.Suite, emit func(*Result) error) (untried, leftOut int, err error) {
	var all []mutant
	for _, t := range r.targets(suites) {
		for _, m := range r.mutants(t) {
			if m.Constraint.Given && !r.All {
				if m.Kind != mutation.FieldsKept { // these have no score
					leftOut++
				}
				continue
			}
			all = append(all, m)
		}
	}
	tried := spread(all, r.Most)
	untried = len(all)
	start := time.Now()
	err = inorder.Do(ctx, tried, func(m mutant) *Result {
		if r.Time > 0 && time.Since(start) >= r.Time {
			return nil
		}
		out := &Result{Mutant: &m.Mutant, CRD: m.crd}
		r.try(&m, out)
		return out
	}, func(out *Result) error {
		if out == nil {
			return nil
		}
		untried--
		return emit(out)
	})
	return untried, leftOut, err
}

// spread returns at most some items of a list, evenly distributed; 0 returns all.
func spread[T any](list []T, most int) []T {
	if most == 0 || most >= len(list) {
		return list
	}
	some := make([]T, most)
	for i := range some {
		some[i] = list[i*len(list)/most]
	}
	return some
}

// try runs tests against a mutant until one notices it.
func (r *Runner) try(m *mutant, out *Result) {
	damaged := m.Damage(r.servers.Read(m.crd))
	if damaged == nil {
		out.Outcome = report.MutantSame
		return
	}
	if a := r.servers.Checker().Check(damaged, nil); len(a.Findings) > 0 || a.Panic != nil {
		out.Outcome = report.MutantRefused
		return
	}
	servers := r.servers.Damaged(func(c *crd.CustomResourceDefinition) *crd.CustomResourceDefinition {
		if c.Metadata.Name != m.name {
			return nil
		}
		return m.Damage(c)
	})
	for _, j := range r.candidates(m) {
		if j.suite.RunOn(j.test, servers.New(j.test), r.version).Outcome == report.TestFailed {
			out.Outcome, out.By = report.MutantNoticed, j.test.Name
			if j.suite.Name != "" {
				out.By = j.suite.Name + "/" + out.By
			}
			return
		}
	}
	out.Outcome = report.MutantSame
	if out.Proof = r.prove(m, servers); out.Proof != nil {
		out.Outcome = report.MutantUnnoticed
	}
}

// candidates returns the tests that may notice a mutant. First come those in which the damaged constraint refuses
// a request. Tests that install other CRDs come last, as they take longest.
func (r *Runner) candidates(m *mutant) []job {
	at := r.line(m)
	var ordered [4][]job
	for _, j := range m.jobs {
		if !j.reaches(&m.Mutant) {
			continue
		}
		i := 0
		if !j.refusals[at] {
			i = 2
		}
		if slices.ContainsFunc(j.test.Steps, func(s *suite.Step) bool { return s.Op == suite.Upgrade }) {
			i++
		}
		ordered[i] = append(ordered[i], j)
	}
	return slices.Concat(ordered[:]...)
}
