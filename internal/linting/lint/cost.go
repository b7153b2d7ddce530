package lint

import (
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/report"
)

// costs are the costs of the CEL rules of a file on one version of Kubernetes, or the highest on several.
type costs struct {
	expressions []expression
	crds        []report.CRDCost
}

// expression is the cost of a CEL expression, with the fields that costMerge needs.
type expression struct {
	report.ExpressionCost
	bounds []celcost.Bound
	inGo   boundInGo // returns the marker of a bound
	// unfit is set if on some version no bounds make the rule fit its budget.
	unfit bool
}

// report returns the costs as a report.
func (c *costs) report() report.CostReport {
	r := report.CostReport{SchemaVersion: report.SchemaVersion, Expressions: make([]report.ExpressionCost, len(c.expressions)), CRDs: append([]report.CRDCost{}, c.crds...)}
	for i := range c.expressions {
		r.Expressions[i] = c.expressions[i].ExpressionCost
	}
	return r
}

// costs returns the costs on the newest version. Parameters are those of Costs.
func (l *Linter) costs(f *source.File, suggest bool, opts *Options) costs {
	var r costs
	for _, doc := range f.Documents {
		if !doc.MeantAsCRD() || misidentified(doc, l.checker.Behaviour().Words, &answer.APIServer{}) != nil {
			continue
		}
		c, _ := l.checker.Decode(doc)
		from := generatedFrom(doc, c, opts)
		for _, cost := range l.checker.Check(c, nil).Costs {
			total := report.CRDCost{
				File: f.Name, Document: doc.Index, CRD: c.Metadata.Name, Version: strings.Join(cost.Versions, ","),
				Total: cost.Total, Expressions: len(cost.Expressions),
			}
			r.crds = append(r.crds, total)
			remedy := l.remedies(&cost, suggest)
			// All expressions over a limit have the same bounds.
			var markers boundInGo
			if len(cost.Expressions) > 0 {
				markers = goOf(from, opts).bounds(cost.Tree, c, nil)
			}
			var same []celcost.Bound
			var written struct {
				text string
				list []report.CostBound
			}
			for i := range cost.Expressions {
				x := expression{ExpressionCost: expressionCost(doc, &total, &cost.Expressions[i])}
				x.Origin, x.inGo = originAt(from, &cost.Expressions[i], opts.GoFirst), markers
				bounds := remedy(&cost.Expressions[i])
				if len(bounds) > 0 {
					if len(same) != len(bounds) || &same[0] != &bounds[0] {
						same, written.text, written.list = bounds, boundsText(bounds, nil, markers), costBounds(bounds)
					}
					x.Suggestion, x.Bounds, x.bounds = written.text, written.list, same
				}
				r.expressions = append(r.expressions, x)
			}
		}
	}
	return r
}

// remedies returns a function that returns the bounds to suggest for a CEL rule of a schema.
func (l *Linter) remedies(c *crd.Cost, suggest bool) func(*celcost.Expression) []celcost.Bound {
	if tooExpensive(c.Result) {
		bounds, _ := l.checker.Rules().RemedyAll(c.Tree, c.Result)
		return func(x *celcost.Expression) []celcost.Bound {
			if x.Total > celcost.ExpressionLimit || c.Total > celcost.CRDLimit && x.Total >= celcost.CRDLimit/100 {
				return bounds
			}
			return nil
		}
	}
	return func(x *celcost.Expression) []celcost.Bound {
		if !suggest || x.Total <= celcost.ExpressionLimit/100 {
			return nil
		}
		bounds, _ := l.checker.Rules().Remedy(c.Tree, x, celcost.ExpressionLimit/100)
		return bounds
	}
}

func costBounds(bounds []celcost.Bound) []report.CostBound {
	var out []report.CostBound
	for i := range bounds {
		b := &bounds[i]
		out = append(out, report.CostBound{Keyword: b.Keyword, Value: b.Value, Field: b.Field, Path: b.Path.File()})
	}
	return out
}

func expressionCost(doc *source.Document, of *report.CRDCost, x *celcost.Expression) report.ExpressionCost {
	segments := x.Path.Segments()
	out := report.ExpressionCost{
		File: of.File, Document: of.Document, CRD: of.CRD, Version: of.Version,
		Path: x.Path.Server(), Kind: "rule", Rule: x.Text,
		Cost: x.Cost, Executions: x.Executions.Max, Total: x.Total,
		RulePercent: percent(x.Total, celcost.ExpressionLimit), CRDPercent: percent(x.Total, celcost.CRDLimit),
		Where: fieldName(segments[:len(segments)-3]), Index: x.Rule, Line: doc.Locate(segments).Line,
	}
	if x.Message {
		out.Kind = "messageExpression"
	}
	return out
}

// originAt returns the place in Go of an expression, or nil.
func originAt(from *rules.Generated, x *celcost.Expression, first bool) *report.Origin {
	types := from.Types()
	if types == nil {
		return nil
	}
	p, ok := types.At(x.Path.Segments(), -1)
	if !ok {
		return nil
	}
	return origin.Of(p, first)
}

func percent(of, limit uint64) float64 { return 100 * float64(of) / float64(limit) }
