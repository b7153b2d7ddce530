// Package celestimate estimates the costs of CEL expressions as servers before Kubernetes 1.33 do.
//
// Kubernetes 1.33 introduced the estimator of today's cel-go, which tracks the sizes of variables and of items of lists
// and maps. The earlier estimators are no longer part of cel-go. They visit an expression bottom-up, and know a size if
// it is a literal's, if the schema has it, or if a function's result has it. The documentation of CEL defines the
// costs: https://github.com/google/cel-spec/blob/master/doc/langdef.md
package celestimate

import (
	"math"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/behaviour"
)

// Cost returns the cost of one execution of a type-checked expression. Sizes estimates the sizes of values that are
// selected from variables.
func Cost(checked *ast.AST, sizes checker.CostEstimator, of behaviour.Cost) checker.CostEstimate {
	e := &estimate{
		of: of, tree: checked, sizes: sizes,
		paths: map[int64][]string{}, results: map[int64]checker.SizeEstimate{}, loops: map[string][]int64{},
	}
	return e.expr(checked.Expr())
}

type estimate struct {
	of    behaviour.Cost
	tree  *ast.AST
	sizes checker.CostEstimator
	// paths are the known origins of the values of expressions: a variable and the selections from it. Several may
	// share memory, so that one overwrites another: the server's do, and its costs depend on it.
	paths map[int64][]string
	// results are the known sizes of the results of expressions.
	results map[int64]checker.SizeEstimate
	// loops maps the variables of the enclosing comprehensions to the ranges that they iterate over, innermost last.
	loops map[string][]int64
}

func fixed(cost uint64) checker.CostEstimate { return checker.FixedCostEstimate(cost) }

func (e *estimate) expr(x ast.Expr) checker.CostEstimate {
	switch x.Kind() {
	case ast.IdentKind:
		return e.variable(x)
	case ast.SelectKind:
		return e.selection(x)
	case ast.CallKind:
		return e.call(x)
	case ast.ListKind:
		return e.all(x.AsList().Elements()).Add(fixed(common.ListCreateBaseCost))
	case ast.MapKind:
		sum := checker.CostEstimate{}
		for _, entry := range x.AsMap().Entries() {
			sum = sum.Add(e.expr(entry.AsMapEntry().Key())).Add(e.expr(entry.AsMapEntry().Value()))
		}
		return sum.Add(fixed(common.MapCreateBaseCost))
	case ast.StructKind:
		sum := checker.CostEstimate{}
		for _, field := range x.AsStruct().Fields() {
			sum = sum.Add(e.expr(field.AsStructField().Value()))
		}
		return sum.Add(fixed(common.StructCreateBaseCost))
	case ast.ComprehensionKind:
		return e.comprehension(x)
	}
	return checker.CostEstimate{} // a literal
}

func (e *estimate) all(list []ast.Expr) (sum checker.CostEstimate) {
	for _, x := range list {
		sum = sum.Add(e.expr(x))
	}
	return sum
}

func (e *estimate) variable(x ast.Expr) checker.CostEstimate {
	loops := e.loops[x.AsIdent()]
	if len(loops) == 0 {
		e.paths[x.ID()] = []string{x.AsIdent()}
		return fixed(common.SelectAndIdentCost)
	}
	over := loops[len(loops)-1]
	switch e.tree.GetType(over).Kind() {
	case types.ListKind:
		e.paths[x.ID()] = append(e.paths[over], "@items")
	case types.MapKind:
		e.paths[x.ID()] = append(e.paths[over], "@keys")
	}
	return fixed(common.SelectAndIdentCost)
}

func (e *estimate) selection(x ast.Expr) checker.CostEstimate {
	s := x.AsSelect()
	if s.IsTestOnly() {
		sum := checker.CostEstimate{}
		if e.of.Has {
			sum = fixed(common.SelectAndIdentCost)
		}
		if e.of.Operands {
			sum = sum.Add(e.expr(s.Operand()))
		}
		return sum
	}
	sum := e.expr(s.Operand())
	switch e.tree.GetType(s.Operand().ID()).Kind() {
	case types.MapKind, types.StructKind:
		sum = sum.Add(fixed(common.SelectAndIdentCost))
	}
	e.paths[x.ID()] = append(e.paths[s.Operand().ID()], s.FieldName())
	return sum
}

// comprehension multiplies the cost of a step by the size of the list or map. With two variables, the server tracks
// only the first.
func (e *estimate) comprehension(x ast.Expr) checker.CostEstimate {
	c := x.AsComprehension()
	sum := e.expr(c.IterRange()).Add(e.expr(c.AccuInit()))
	around := e.loops[c.IterVar()]
	e.loops[c.IterVar()] = append(around, c.IterRange().ID())
	each := e.expr(c.LoopCondition()).Add(e.expr(c.LoopStep()))
	e.loops[c.IterVar()] = around
	sum = sum.Add(e.expr(c.Result()))
	times := e.size(e.node(c.IterRange()))
	if e.of.ResultsOfLoops {
		e.results[x.ID()] = times
	}
	return sum.Add(times.MultiplyByCost(each))
}

func (e *estimate) call(x ast.Expr) checker.CostEstimate {
	c := x.AsCall()
	args := make([]checker.AstNode, len(c.Args()))
	costs := make([]checker.CostEstimate, len(args))
	for i, a := range c.Args() {
		costs[i] = e.expr(a)
		args[i] = e.node(a)
	}
	names := e.tree.GetOverloadIDs(x.ID())
	if c.FunctionName() == operators.OptSelect && !e.of.OptionalFields {
		return checker.CostEstimate{}
	}
	f := function{estimate: e, name: c.FunctionName(), args: args, costs: costs}
	sum := checker.CostEstimate{}
	if c.IsMemberFunction() {
		sum = e.expr(c.Target())
		var target checker.AstNode = e.node(c.Target())
		f.target = &target
	}
	// Each of the overloads may be called.
	cost := checker.CostEstimate{Min: math.MaxUint64}
	var result *checker.SizeEstimate
	for _, overload := range names {
		one := f.overload(overload)
		cost = cost.Union(one.CostEstimate)
		if one.ResultSize != nil {
			size := *one.ResultSize
			if result != nil {
				size = result.Union(size)
			}
			result = &size
		}
		switch overload {
		case overloads.IndexList:
			e.paths[x.ID()] = append(e.paths[c.Args()[0].ID()], "@items")
		case overloads.IndexMap:
			e.paths[x.ID()] = append(e.paths[c.Args()[0].ID()], "@values")
		}
	}
	if result != nil {
		e.results[x.ID()] = *result
	}
	return sum.Add(cost)
}
