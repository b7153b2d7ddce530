package celfacts

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/crdtool/crdtool/celcost"
)

// Outcomes returns what a CEL rule can come to, for values that the schema passes:
// neither if that is not certain, and both at least if it may be either.
func (rs *Rules) Outcomes(e *celcost.Expression) (passes, fails bool) {
	if e.Message || !knowsAll(e.AST().Expr()) {
		return false, false
	}
	ev := newEvaluator(rs, e)
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

// NeverPasses reports whether a CEL rule certainly fails for all values that the
// schema passes. It is Outcomes without a look for failures beside the first pass.
func (rs *Rules) NeverPasses(e *celcost.Expression) bool {
	if e.Message || !knowsAll(e.AST().Expr()) {
		return false
	}
	ev := newEvaluator(rs, e)
	return ev.each(func() bool { return ev.outcomeOf(e) != isTrue })
}

// knowsAll reports whether an evaluator knows all that an expression can come to:
// it goes through no list, and reads no item that may be missing.
func knowsAll(e ast.Expr) bool {
	known := true
	ast.PreOrderVisit(e, ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.ComprehensionKind:
			known = false
		case ast.CallKind:
			known = known && e.AsCall().FunctionName() != operators.Index
		}
	}))
	return known
}
