package celfacts

import (
	"slices"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/crdtool/crdtool/internal/cel/celcost"
)

// Results reports whether a CEL rule passes for some value that the schema accepts, and whether it fails for some. Both
// are false if that is not certain. An evaluation that ends in an error is a failure.
func (rs *Rules) Results(e *celcost.Expression) (passes, fails bool) {
	if e.Message || !knowsAll(e.AST().Expr()) {
		return false, false
	}
	ev := newEvaluator(rs, e)
	ev.errors = true
	whole := ev.each(func() bool {
		if ev.outcomeOf(e) == isTrue {
			passes = true
		} else {
			fails = true
		}
		return !passes || !fails
	})
	if !whole && passes != fails {
		return false, false
	}
	return passes, fails
}

// NeverPasses reports whether a CEL rule certainly fails for all values that the schema accepts. It is Results without
// a search for failures.
func (rs *Rules) NeverPasses(e *celcost.Expression) bool {
	if e.Message || !knowsAll(e.AST().Expr()) {
		return false
	}
	ev := newEvaluator(rs, e)
	return ev.each(func() bool { return ev.outcomeOf(e) != isTrue })
}

// knowsAll reports whether the evaluator knows all outcomes of an expression: it iterates over no list, and reads no
// item that may be missing.
func knowsAll(e ast.Expr) bool {
	all := func(list []ast.Expr) bool {
		return !slices.ContainsFunc(list, func(e ast.Expr) bool { return !knowsAll(e) })
	}
	switch e.Kind() {
	case ast.ComprehensionKind:
		return false
	case ast.CallKind:
		c := e.AsCall()
		return c.FunctionName() != operators.Index && (!c.IsMemberFunction() || knowsAll(c.Target())) && all(c.Args())
	case ast.SelectKind:
		return knowsAll(e.AsSelect().Operand())
	case ast.ListKind:
		return all(e.AsList().Elements())
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			if !knowsAll(entry.AsMapEntry().Key()) || !knowsAll(entry.AsMapEntry().Value()) {
				return false
			}
		}
	case ast.StructKind:
		for _, f := range e.AsStruct().Fields() {
			if !knowsAll(f.AsStructField().Value()) {
				return false
			}
		}
	}
	return true
}
