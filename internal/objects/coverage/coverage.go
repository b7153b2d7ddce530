// Package coverage records which constraints of CRDs the requests of tests have met: what
// package constraint lists, seen to pass and to refuse, to be used, to fill in and to drop,
// and which branches of CEL rules were taken.
//
// A Recorder makes an observer for each CRD, which package dryrun tells of requests. Only
// what requests send is looked at, after it was read, pruned and given its defaults, and
// not what is stored already.
package coverage

import (
	"sync"
	"sync/atomic"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celrun"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// Recorder records what the requests of a run have met. It is safe for concurrent use, and
// what it reports does not depend on the order of the requests.
type Recorder struct {
	// Origin finds where in Go a place of a CRD comes from; it may be nil.
	Origin func(*source.Document, []finding.Segment) *report.Origin

	// All reports also what is inside of types of the Kubernetes API.
	All bool

	rulesOnly bool

	mu   sync.Mutex
	crds []*CRD
}

// New returns a Recorder of everything.
func New() *Recorder { return &Recorder{} }

// NewRules returns a Recorder of nothing but what comes of CEL rules as a whole, which takes
// next to no time.
func NewRules() *Recorder { return &Recorder{rulesOnly: true} }

// CRD observes the requests for the objects of a CRD.
type CRD struct {
	recorder *Recorder
	name     string
	crd      *crd.CustomResourceDefinition
	doc      *source.Document
	by       kube.Version
	server   kube.Behaviour
	versions []*version
	rules    map[*schema.ValidationRule]*ruleSeen
	compiler *celrule.Compiler
	// asked says that there was a request.
	asked atomic.Bool
}

var _ dryrun.Observer = (*CRD)(nil)

// Resource is dryrun.New for a CRD whose requests are recorded. It stands in a document. One
// that was changed for a test has none: what it has in common with others counts for them.
func (r *Recorder) Resource(doc *source.Document, c *crd.CustomResourceDefinition, by kube.Version, compiler *celrule.Compiler) (*dryrun.Resource, error) {
	o := &CRD{
		recorder: r, name: c.Metadata.Name, crd: c, doc: doc, by: by, server: by.Behaviour(), compiler: compiler,
		rules: map[*schema.ValidationRule]*ruleSeen{},
	}
	resource, err := dryrun.New(c, dryrun.Server{Version: by, Rules: dryrun.CEL(compiler), Observer: o})
	if err != nil {
		return nil, err
	}
	for i := range c.Spec.Versions {
		if v := &c.Spec.Versions[i]; v.Served {
			if t := resource.Tree(v.Name); t != nil {
				o.versions = append(o.versions, o.version(v.Name, t))
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.crds = append(r.crds, o)
	return resource, nil
}

// version is a version of a CRD, with what was seen of its constraints.
type version struct {
	name string
	tree *schemafacts.Tree
	all  []constraint.Constraint
	// first is the first constraint of each node, and behind the last node how many there are.
	first []int32
	// rules are those of the constraints that are rules.
	rules []*ruleSeen
	// seen and checks are by constraint; there are none if only rules are recorded.
	seen   []counts
	checks []check
}

// counts is what was seen of a constraint.
type counts struct {
	// met is how often values passed, or had no need of a default.
	met atomic.Int64
	// hit is how often it refused, was used, filled in or dropped.
	hit atomic.Int64
	// alone is how often it was all that a request was refused for.
	alone atomic.Int64
}

// ruleSeen is what was seen of a rule.
type ruleSeen struct {
	outcomes [validate.RuleOutcomes]atomic.Int64
	// blocked is how often it was not evaluated, for the object was wrong otherwise.
	blocked atomic.Int64
	// alone is as in counts.
	alone atomic.Int64

	once     sync.Once
	branches atomic.Pointer[celrun.Branches]
}

func (c *CRD) version(name string, t *schema.Tree) *version {
	v := &version{name: name, tree: schemafacts.Of(t, false)}
	if c.recorder.rulesOnly {
		v.all = constraint.Rules(v.tree)
	} else {
		v.all = constraint.Of(v.tree, c.server)
	}
	v.rules = make([]*ruleSeen, len(v.all))
	for i := range v.all {
		if r := v.all[i].Rule; r != nil {
			v.rules[i] = &ruleSeen{}
			c.rules[r] = v.rules[i]
		}
	}
	if c.recorder.rulesOnly {
		return v
	}
	v.first = make([]int32, len(t.Nodes)+1)
	next := int32(0)
	for id := range t.Nodes {
		for next < int32(len(v.all)) && v.all[next].Node < int32(id) {
			next++
		}
		v.first[id] = next
	}
	v.first[len(t.Nodes)] = int32(len(v.all))
	v.seen = make([]counts, len(v.all))
	v.checks = make([]check, len(v.all))
	for i := range v.all {
		v.checks[i] = newCheck(&v.all[i], v.tree.Nodes[v.all[i].Node].Schema)
	}
	return v
}

// Rule implements dryrun.Observer.
func (c *CRD) Rule(r *schema.ValidationRule, o validate.RuleOutcome) {
	if seen := c.rules[r]; seen != nil {
		seen.outcomes[o].Add(1)
	}
}

// Branches implements dryrun.Observer.
func (c *CRD) Branches(r *schema.ValidationRule, x *celrule.Expression, of kube.Evaluator) *celrun.Branches {
	seen := c.rules[r]
	if c.recorder.rulesOnly || seen == nil {
		return nil
	}
	seen.once.Do(func() {
		if b := celrun.NewBranches(x, r.Rule, of); b != nil {
			seen.branches.Store(b)
		}
	})
	return seen.branches.Load()
}

// compile has the branches of all rules known, also of those that were never evaluated.
func (c *CRD) compile() {
	if c.recorder.rulesOnly {
		return
	}
	for _, v := range c.versions {
		validate.NewRules(c.compiler, v.tree.Tree, 0, true).Each(func(r *schema.ValidationRule, x *celrule.Expression, of kube.Evaluator) {
			c.Branches(r, x, of)
		})
	}
}

// Request implements dryrun.Observer.
func (c *CRD) Request(o *dryrun.Observed) {
	c.asked.Store(true)
	if c.recorder.rulesOnly {
		return
	}
	for _, v := range c.versions {
		if v.name == o.Version {
			v.request(c, o)
		}
	}
}
