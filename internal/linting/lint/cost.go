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

// CostReport is what the CEL rules of CRDs cost by the server's estimate, in
// the form other tools read.
type CostReport struct {
	SchemaVersion int              `json:"schemaVersion"`
	Expressions   []ExpressionCost `json:"rules"`
	CRDs          []CRDCost        `json:"crds"`
	// Errors say why the costs of some files are not known.
	Errors []report.RunError `json:"errors,omitempty"`
}

// ExpressionCost is the cost of one CEL rule or messageExpression.
type ExpressionCost struct {
	File     string `json:"file"`
	Document int    `json:"document"`
	CRD      string `json:"crd"`
	// Version is the version whose schema has the CEL rule; several, with commas,
	// where versions share a schema.
	Version string `json:"version"`
	// Path is the server's, and ends in .rule or .messageExpression.
	Path string `json:"path"`
	// Kind is "rule" or "messageExpression".
	Kind string `json:"kind"`
	Rule string `json:"rule"`
	// Cost is the most that one execution costs, Executions how often it is
	// executed at most, and Total their product, which stops at the largest
	// uint64.
	Cost       uint64 `json:"cost"`
	Executions uint64 `json:"executions"`
	Total      uint64 `json:"total"`
	// RulePercent and CRDPercent are the shares of the limits.
	RulePercent float64 `json:"rulePercent"`
	CRDPercent  float64 `json:"crdPercent"`
	// Suggestion is the least change of bounds that makes all CEL rules of
	// the schema fit; or, for one of a schema that fits, one with which it
	// takes no more than a hundredth of its budget.
	Suggestion string `json:"suggestion,omitempty"`
	// Bounds are the same as values.
	Bounds []CostBound `json:"bounds,omitempty"`

	// Origin is the place in Go code that the CRD is generated from; nil if that is not
	// known.
	Origin *report.Origin `json:"origin,omitempty"`

	inGo boundInGo // says a bound as a marker

	// KubeVersion is the version that the numbers are of, the one where the rule costs the
	// most, if several were asked for.
	KubeVersion string `json:"kubeVersion,omitempty"`

	bounds []celcost.Bound
	// unfit says that a version was asked for on which the rule fits with no bounds.
	unfit bool
	// Where is the field that the CEL rule stands at, Index its place among the
	// field's, Line its line.
	Where string `json:"-"`
	Index int    `json:"-"`
	Line  int    `json:"-"`
}

// CostBound is a bound that a schema is to have.
type CostBound struct {
	// Keyword is maxItems, maxProperties or maxLength.
	Keyword string `json:"keyword"`
	Value   int64  `json:"value"`
	// Field is what is bounded, as in spec.listeners[*].hostname.
	Field string `json:"field"`
	// Path is where the keyword stands in the CRD, or would stand.
	Path string `json:"path"`
}

// CRDCost is what all CEL rules of a schema cost together.
type CRDCost struct {
	File     string `json:"file"`
	Document int    `json:"document"`
	CRD      string `json:"crd"`
	Version  string `json:"version"`
	Total    uint64 `json:"total"`
	// KubeVersion is the version that the total is of, if several were asked for.
	KubeVersion string `json:"kubeVersion,omitempty"`

	// Expressions counts the CEL rules and message expressions.
	Expressions int `json:"-"`
}

// costs is Costs for the newest version.
func (l *Linter) costs(f *source.File, suggest bool, opts *Options) CostReport {
	r := CostReport{SchemaVersion: report.SchemaVersion, Expressions: []ExpressionCost{}, CRDs: []CRDCost{}}
	for _, doc := range f.Documents {
		if !doc.MeantAsCRD() || misidentified(doc, l.checker.Behaviour().Words, &answer.APIServer{}) != nil {
			continue
		}
		c, _ := l.checker.Decode(doc)
		from := generatedFrom(doc, c, opts)
		for _, cost := range l.checker.Check(c, nil).Costs {
			total := CRDCost{
				File: f.Name, Document: doc.Index, CRD: c.Metadata.Name, Version: strings.Join(cost.Versions, ","),
				Total: cost.Total, Expressions: len(cost.Expressions),
			}
			r.CRDs = append(r.CRDs, total)
			remedy := l.remedies(&cost, suggest)
			// All expressions over a limit have the same bounds.
			var markers boundInGo
			if len(cost.Expressions) > 0 {
				markers = goOf(from, opts).bounds(cost.Tree, c, nil)
			}
			var same []celcost.Bound
			var written struct {
				text string
				list []CostBound
			}
			for i := range cost.Expressions {
				x := expressionCost(doc, &total, &cost.Expressions[i])
				x.Origin, x.inGo = originAt(from, &cost.Expressions[i], opts.GoFirst), markers
				bounds := remedy(&cost.Expressions[i])
				if len(bounds) > 0 {
					if len(same) != len(bounds) || &same[0] != &bounds[0] {
						same, written.text, written.list = bounds, boundsText(bounds, nil, markers), costBounds(bounds)
					}
					x.Suggestion, x.Bounds, x.bounds = written.text, written.list, same
				}
				r.Expressions = append(r.Expressions, x)
			}
		}
	}
	return r
}

// remedies returns what to suggest for a CEL rule of a schema.
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

func costBounds(bounds []celcost.Bound) []CostBound {
	var out []CostBound
	for i := range bounds {
		b := &bounds[i]
		out = append(out, CostBound{Keyword: b.Keyword, Value: b.Value, Field: b.Field, Path: b.Path.File()})
	}
	return out
}

func expressionCost(doc *source.Document, of *CRDCost, x *celcost.Expression) ExpressionCost {
	segments := x.Path.Segments()
	out := ExpressionCost{
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

// originAt is the place in Go of an expression.
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
