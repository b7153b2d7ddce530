package lint

import (
	"slices"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/report"
)

// Costs estimates the CEL rules of every CRD of a file. The server estimates no rules of schemas that are not
// structural or that are below another error, and none that do not compile. They are missing here; File reports
// why. With suggest, every CEL rule over a hundredth of its budget gets a suggestion; without it, only rules
// over a limit. For several versions of Kubernetes, a rule has its highest estimate, and the suggestion fits on
// all versions.
func (l *Linter) Costs(f *source.File, suggest bool, opts Options) report.CostReport {
	r := l.costs(f, suggest, &opts)
	if !l.grid {
		return r.report()
	}
	m := costMerge{rules: map[expressionPlace]int{}, crds: map[crdPlace]int{}}
	m.add(&r, l.versions[len(l.versions)-1].String())
	for i := range slices.Backward(l.others) {
		other := l.others[i].costs(f, suggest, &opts)
		m.add(&other, l.versions[i].String())
	}
	for i := range m.into.expressions {
		if x := &m.into.expressions[i]; x.unfit {
			x.Suggestion, x.Bounds = "", nil
		}
	}
	return m.into.report()
}

// costMerge merges the costs on several versions. The newest is added first.
type costMerge struct {
	rules map[expressionPlace]int
	crds  map[crdPlace]int
	into  costs
}

type crdPlace struct {
	document int
	version  string
}

type expressionPlace struct {
	crdPlace
	path string
}

func (m *costMerge) add(r *costs, on string) {
	for i := range r.crds {
		c := r.crds[i]
		c.KubeVersion = on
		place := crdPlace{c.Document, c.Version}
		at, known := m.crds[place]
		if !known {
			at = len(m.into.crds)
			m.crds[place] = at
			m.into.crds = append(m.into.crds, c)
		} else if there := &m.into.crds[at]; c.Total > there.Total {
			there.Total, there.KubeVersion = c.Total, on
		}
	}
	for i := range r.expressions {
		x := r.expressions[i]
		x.KubeVersion = on
		x.unfit = x.Total > celcost.ExpressionLimit && len(x.bounds) == 0
		place := expressionPlace{crdPlace{x.Document, x.Version}, x.Path}
		at, known := m.rules[place]
		if !known {
			m.rules[place] = len(m.into.expressions)
			m.into.expressions = append(m.into.expressions, x)
			continue
		}
		there := &m.into.expressions[at]
		there.unfit = there.unfit || x.unfit
		if bounds := strictest(there.bounds, x.bounds); len(bounds) > len(there.bounds) || !slices.Equal(bounds, there.bounds) {
			there.bounds, there.Suggestion, there.Bounds = bounds, boundsText(bounds, nil, x.inGo), costBounds(bounds)
		}
		if x.Total > there.Total {
			there.Cost, there.Executions, there.Total, there.KubeVersion = x.Cost, x.Executions, x.Total, on
			there.RulePercent, there.CRDPercent = x.RulePercent, x.CRDPercent
		}
	}
}

// strictest returns bounds that are at least as strict as both lists. A rule that fits with one list also fits
// with smaller bounds.
func strictest(a, b []celcost.Bound) []celcost.Bound {
	out := slices.Clone(a)
	for _, bound := range b {
		i := slices.IndexFunc(out, func(o celcost.Bound) bool {
			return o.Keyword == bound.Keyword && o.Path.File() == bound.Path.File()
		})
		switch {
		case i < 0:
			out = append(out, bound)
		case bound.Value < out[i].Value:
			out[i] = bound
		}
	}
	return out
}
