// Package witness finds requests that show what lint rules say: it makes objects from
// the schema and sends them through the dry run. What it finds is certain, since the
// dry run answers as the server does. That it finds nothing says nothing: it tries few
// objects.
package witness

import (
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
)

// Prover finds witnesses under one CRD, which the server accepts. The nil Prover
// finds none.
type Prover struct {
	crd     *crd.CustomResourceDefinition
	options sample.Options
	// generator is made when it is needed first.
	generator *sample.Generator
	failed    bool
	budget    sample.Budget
	// held are objects that have a value at a place, by version and place; nil where
	// none was found.
	held map[string]map[string]any
	// bare is the prover for the CRD without status subresources, once it was needed.
	bare *Prover
}

// mostSearchValues bounds one search: it counts the values in the objects that are sent. The recorded changes
// need no more.
const mostSearchValues = 6_000

// New returns a prover for a CRD whose defaults are set.
func New(c *crd.CustomResourceDefinition, o sample.Options) *Prover {
	return &Prover{crd: c, options: o, budget: sample.Budget{Left: mostSearchValues}, held: map[string]map[string]any{}}
}

// begin gives a search its bound.
func (p *Prover) begin() {
	if p == nil {
		return
	}
	p.budget.Left = mostSearchValues
	p.bare.begin()
}

// ready reports whether objects can be made and sent.
func (p *Prover) ready() bool { return p != nil && sample.Any(p.crd) && p.answers() }

// answers makes the generator, whose server answers requests, and reports whether there is one.
func (p *Prover) answers() bool {
	if p == nil || p.failed || p.budget.Left <= 0 {
		return false
	}
	if p.generator == nil {
		g, err := sample.New(p.crd, p.options)
		if err != nil {
			p.failed = true
			return false
		}
		p.generator = g
	}
	return true
}

// holding returns an object of a version that is accepted and has a value at a place,
// or nil.
func (p *Prover) holding(version string, way []finding.Segment) map[string]any {
	if len(way) > 0 && way[0].Name == "status" && p.hasStatus(version) {
		return nil // a create drops it, whatever the schema says
	}
	key := version + "\x00" + text(way)
	o, known := p.held[key]
	if !known {
		o = p.generator.Holding(version, way, &p.budget)
		if o != nil || p.budget.Left > 0 { // a search that reached its bound says nothing to the next
			p.held[key] = o
		}
	}
	return o
}

func (p *Prover) hasStatus(version string) bool {
	for i := range p.crd.Spec.Versions {
		if v := &p.crd.Spec.Versions[i]; v.Name == version {
			return v.HasStatus()
		}
	}
	return false
}

// text tells places apart.
func text(way []finding.Segment) string {
	var b strings.Builder
	for _, s := range way {
		b.WriteByte('\x00')
		b.WriteString(s.Name)
	}
	return b.String()
}

var asSent = dryrun.RequestOptions{FillResourceVersion: true, NoTrace: true}

func (p *Prover) create(o map[string]any) *dryrun.Result {
	p.budget.Try(o)
	r := p.generator.Resource().Create(dryrun.FromValue(o), asSent)
	return r
}

// update returns nil for an object that the server could not hold.
func (p *Prover) update(o, old map[string]any) *dryrun.Result {
	p.budget.Try(o)
	r, err := p.generator.Resource().Update(dryrun.FromValue(o), dryrun.FromValue(old), asSent)
	if err != nil {
		return nil
	}
	return r
}

func accepted(r *dryrun.Result) bool { return r != nil && r.Stopped == nil && r.APIServer.Accepted }

// request writes down a request and its answer.
func request(operation, version string, sent map[string]any, r *dryrun.Result) finding.Request {
	return finding.Request{
		Operation: operation, Version: strings.Clone(version), Object: source.Cloned(sent).(map[string]any),
		Accepted: r.APIServer.Accepted, Message: strings.Clone(r.APIServer.Message),
	}
}

// without returns an object without the field at a place.
func without(o map[string]any, way []finding.Segment) map[string]any {
	o = runtime.DeepCopyJSON(o)
	var at any = o
	for i, s := range way {
		switch v := at.(type) {
		case map[string]any:
			if i == len(way)-1 {
				delete(v, s.Name)
				return o
			}
			at = v[s.Name]
		case []any:
			if !s.IsIndex || s.Index >= len(v) {
				return o
			}
			at = v[s.Index]
		default:
			return o
		}
	}
	return o
}
