// Package coverage records which constraints of CRDs the requests of tests reach: whether a constraint of package
// constraint passed, refused, was used, set a default or dropped a field, and which branches of CEL rules were
// evaluated.
//
// A Recorder makes an observer for each CRD, and package dryrun reports requests to it. Coverage counts only the
// sent object, after it was decoded, pruned and defaulted, and not the stored one.
package coverage

import (
	"sync"
	"sync/atomic"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celrun"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// A Recorder records the constraints that the requests of a run reach. It is safe for concurrent use. Its report
// does not depend on the order of the requests.
type Recorder struct {
	// Origin returns the Go source of a place of a CRD; it may be nil.
	Origin func(*source.Document, []finding.Segment) *report.Origin

	// All includes constraints inside of types of the Kubernetes API.
	All bool

	rulesOnly bool

	mu   sync.Mutex
	crds []*CRD
}

// New returns a Recorder of all constraints.
func New() *Recorder { return &Recorder{} }

// NewRules returns a Recorder of only the outcomes of whole CEL rules. It costs almost no time.
func NewRules() *Recorder { return &Recorder{rulesOnly: true} }

// A CRD observes the requests for the objects of a CRD.
type CRD struct {
	recorder *Recorder
	name     string
	crd      *crd.CustomResourceDefinition
	doc      *source.Document
	by       kube.Version
	server   behaviour.Behaviour
	versions []*version
	rules    map[*schema.ValidationRule]*ruleSeen
	compiler *celrule.Compiler
	// requested says that there was a request.
	requested atomic.Bool
}

var _ dryrun.Observer = (*CRD)(nil)

// Resource is dryrun.New with coverage of the requests. doc is the document of the CRD. A CRD that a test changed
// has none; its coverage counts for the other forms of the CRD.
func (r *Recorder) Resource(doc *source.Document, c *crd.CustomResourceDefinition, by kube.Version, compiler *celrule.Compiler) (*dryrun.Resource, error) {
	o := &CRD{
		recorder: r, name: c.Metadata.Name, crd: c, doc: doc, by: by, server: behaviour.Of(by), compiler: compiler,
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

// A version is a version of a CRD with the counts of its constraints.
type version struct {
	name string
	tree *schemafacts.Tree
	all  []constraint.Constraint
	// first is the index of the first constraint of each node; the last item is the number of constraints.
	first []int32
	// rules are the counts of the constraints that are rules; nil for others.
	rules []*ruleSeen
	// seen and checks have an item for each constraint; they are nil if only rules are recorded.
	seen   []counts
	checks []check
}

// counts are the counts of a constraint.
type counts struct {
	// met counts values that passed, or that needed no default.
	met atomic.Int64
	// hit counts values that the constraint refused, allowed, defaulted or dropped.
	hit atomic.Int64
	// alone counts requests that only this constraint refused.
	alone atomic.Int64
}

// ruleSeen has the counts of a rule.
type ruleSeen struct {
	outcomes [validate.RuleOutcomes]atomic.Int64
	// blocked counts objects for which the rule was not evaluated because of other errors.
	blocked atomic.Int64
	// alone counts requests that only this rule refused.
	alone atomic.Int64

	once     sync.Once
	branches atomic.Pointer[celrun.Branches]
}

func (c *CRD) version(name string, t *schematree.Tree) *version {
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
func (c *CRD) Branches(r *schema.ValidationRule, x *celrule.Expression, of behaviour.Evaluator) *celrun.Branches {
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

// compile adds the branches of all rules, including rules that were never evaluated.
func (c *CRD) compile() {
	if c.recorder.rulesOnly {
		return
	}
	for _, v := range c.versions {
		validate.NewRules(c.compiler, v.tree.Tree, 0, true).Each(func(r *schema.ValidationRule, x *celrule.Expression, of behaviour.Evaluator) {
			c.Branches(r, x, of)
		})
	}
}

// Request implements dryrun.Observer.
func (c *CRD) Request(o *dryrun.Observed) {
	c.requested.Store(true)
	if c.recorder.rulesOnly {
		return
	}
	for _, v := range c.versions {
		if v.name == o.Version {
			v.request(c, o)
		}
	}
}
