// Package celcost checks the CEL rules of a schema as kube-apiserver does: that each compiles, and
// what it costs at most, estimated from the bounds in the schema before any object exists. A schema is read by
// schema.Parse or schema.FromValue.
//
// It mirrors what ValidateCustomResourceDefinitionOpenAPISchema of
// pkg/apis/apiextensions/validation in k8s.io/apiextensions-apiserver does with
// x-kubernetes-validations.
package celcost

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// The limits of kube-apiserver, the same since Kubernetes 1.25.
const (
	// ExpressionLimit is the most that an expression may cost in all its
	// executions for one object.
	ExpressionLimit = celcost.ExpressionLimit
	// CRDLimit is the most that all expressions of a version may cost together.
	CRDLimit = celcost.CRDLimit
)

// Checker checks the rules of schemas for one Kubernetes version. It compiles what schemas have in
// common once, so one Checker should serve a whole run. It is safe for concurrent use.
type Checker struct{ checker *celcost.Checker }

// CheckerFor returns a checker that answers as the server of a version does.
func CheckerFor(v kube.Version) *Checker { return &Checker{celcost.NewChecker(behaviour.Of(v))} }

// Result is what was found in the rules of a schema.
type Result struct {
	// Findings are the server's errors about the rules, without file and line.
	Findings []report.Finding
	// Expressions are those that compile, in the order of the schema.
	Expressions []Expression
	// Total is what they cost together.
	Total uint64

	tree   *schematree.Tree
	result *celcost.Result
}

// Expression is a rule or messageExpression and its cost.
type Expression struct {
	Path string // ends in .rule or .messageExpression
	Text string
	// Cost is the most that one execution costs.
	Cost uint64
	// Executions is how often it is executed at most, for one object. Where a list or map around it
	// has no bound, that is how many of the smallest values fit into a request, and Bounded is false.
	Executions uint64
	Bounded    bool
	// Total is Cost times Executions, or the largest uint64 if that is more.
	Total uint64
}

// CheckSchema compiles all rules of a structural schema and estimates their costs, as on create. Paths begin at
// openAPIV3Schema.
func (c *Checker) CheckSchema(s *schema.Schema) *Result {
	tree := schematree.New(s, finding.Root("openAPIV3Schema"))
	result := c.checker.Check(tree, func(int32) bool { return true }, celcost.Options{})
	out := &Result{Findings: result.Findings.Reports(), Total: result.Total, tree: tree, result: result}
	for _, e := range result.Expressions {
		out.Expressions = append(out.Expressions, Expression{
			Path: e.Path.Server(), Text: e.Text, Cost: e.Cost, Executions: e.Executions.Max, Bounded: e.Executions.Bounded, Total: e.Total,
		})
	}
	return out
}

// Bound is a keyword that a schema lacks, or has with a higher value.
type Bound struct {
	Keyword string // maxItems, maxProperties or maxLength
	Value   int64
	Path    string // where the keyword stands, or would stand
	Field   string // the value that is bounded, as in spec.listeners[*].hostname
}

// Bounds returns the least change of bounds with which all rules of a schema cost no more than they
// may, alone and together: none if they fit already. It returns false if no bounds help.
func (c *Checker) Bounds(r *Result) ([]Bound, bool) {
	bounds, ok := c.checker.RemedyAll(r.tree, r.result)
	var out []Bound
	for _, b := range bounds {
		out = append(out, Bound{Keyword: b.Keyword, Value: b.Value, Path: b.Path.Server(), Field: b.Field})
	}
	return out, ok
}
