// Package witness searches for requests that show what lint rules and changes claim. It makes objects from the
// schema and sends them through the dry run. A witness is certain, because the dry run answers as the server does.
// A missing witness proves nothing, because only few objects are tried.
package witness

import (
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
)

// A Prover finds witnesses under one CRD that the server accepts. A nil Prover finds none.
type Prover struct {
	crd     *crd.CustomResourceDefinition
	options sample.Options
	// generator is nil until it is needed.
	generator *sample.Generator
	failed    bool
	budget    sample.Budget
	// held are objects with a value at a place, by version and place; nil if none was found.
	held map[string]map[string]any
	// bare is the prover for the CRD without status subresources; nil until needed.
	bare *Prover
}

// mostSearchValues limits one search by the values in the objects that it sends. The recorded changes need no
// more.
const mostSearchValues = 6_000

// New returns a prover for a CRD whose defaults are set.
func New(c *crd.CustomResourceDefinition, o sample.Options) *Prover {
	return &Prover{crd: c, options: o, budget: sample.Budget{Left: mostSearchValues}, held: map[string]map[string]any{}}
}

// begin resets the budget for a new search.
func (p *Prover) begin() {
	if p == nil {
		return
	}
	p.budget.Left = mostSearchValues
	p.bare.begin()
}

// ready reports whether objects can be made and sent.
func (p *Prover) ready() bool { return p != nil && sample.Any(p.crd) && p.answers() }

// answers makes the generator, and reports whether its server can answer requests.
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

// holding returns an accepted object of a version with a value at a place, or nil.
func (p *Prover) holding(version string, path []finding.Segment) map[string]any {
	if len(path) > 0 && path[0].Name == "status" && p.hasStatus(version) {
		return nil // a create drops the status
	}
	key := version + "\x00" + text(path)
	o, known := p.held[key]
	if !known {
		o = p.generator.Holding(version, path, &p.budget)
		if o != nil || p.budget.Left > 0 { // do not keep the failure of a search that reached its limit
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

// text returns a text that identifies a place.
func text(path []finding.Segment) string {
	var b strings.Builder
	for _, s := range path {
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

// update returns nil for an object that the server cannot hold.
func (p *Prover) update(o, old map[string]any) *dryrun.Result {
	p.budget.Try(o)
	r, err := p.generator.Resource().Update(dryrun.FromValue(o), dryrun.FromValue(old), asSent)
	if err != nil {
		return nil
	}
	return r
}

func accepted(r *dryrun.Result) bool { return r != nil && r.Stopped == nil && r.APIServer.Accepted }

// request returns a request with its answer, for a witness.
func request(operation, version string, sent map[string]any, r *dryrun.Result) finding.Request {
	return finding.Request{
		Operation: operation, Version: strings.Clone(version), Object: source.Cloned(sent).(map[string]any),
		Accepted: r.APIServer.Accepted, Message: strings.Clone(r.APIServer.Message),
	}
}

// without returns an object without the field at a place.
func without(o map[string]any, path []finding.Segment) map[string]any {
	o = runtime.DeepCopyJSON(o)
	var at any = o
	for i, s := range path {
		switch v := at.(type) {
		case map[string]any:
			if i == len(path)-1 {
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
