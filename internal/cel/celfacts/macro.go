package celfacts

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// macro is the macro from which a comprehension was expanded.
type macro struct {
	name string // all, exists, exists_one, map, filter; bind for a local name
	// predicate is nil for a map without a filter.
	predicate, transform ast.Expr
}

// macroOf returns the macro of a comprehension; its name is "" if there is none.
func macroOf(c ast.ComprehensionExpr) macro {
	if c.IterRange().Kind() == ast.ListKind && len(c.IterRange().AsList().Elements()) == 0 {
		return macro{name: "bind", transform: c.Result()}
	}
	if c.LoopStep().Kind() != ast.CallKind {
		return macro{}
	}
	step := c.LoopStep().AsCall()
	args := step.Args()
	accu := func(e ast.Expr) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == c.AccuVar() }
	isBool := func(e ast.Expr, b types.Bool) bool { return e.Kind() == ast.LiteralKind && e.AsLiteral() == b }
	switch name := step.FunctionName(); {
	case name == operators.LogicalAnd && len(args) == 2 && accu(args[0]) && accu(c.Result()) && isBool(c.AccuInit(), types.True):
		return macro{name: operators.All, predicate: args[1]}
	case name == operators.LogicalOr && len(args) == 2 && accu(args[0]) && accu(c.Result()) && isBool(c.AccuInit(), types.False):
		return macro{name: operators.Exists, predicate: args[1]}
	case name == operators.Add && len(args) == 2 && accu(args[0]):
		return collected(c, nil, args[1])
	case name == operators.Conditional && len(args) == 3 && accu(args[2]) && args[1].Kind() == ast.CallKind:
		then := args[1].AsCall()
		if then.FunctionName() != operators.Add || len(then.Args()) != 2 || !accu(then.Args()[0]) {
			return macro{}
		}
		if c.Result().Kind() == ast.CallKind {
			return macro{name: operators.ExistsOne, predicate: args[0]}
		}
		return collected(c, args[0], then.Args()[1])
	}
	return macro{}
}

// collected returns a map or a filter, whose step adds a list of one item.
func collected(c ast.ComprehensionExpr, predicate, added ast.Expr) macro {
	if added.Kind() != ast.ListKind || len(added.AsList().Elements()) != 1 {
		return macro{}
	}
	item := added.AsList().Elements()[0]
	if predicate != nil && item.Kind() == ast.IdentKind && item.AsIdent() == c.IterVar() && c.IterVar2() == "" {
		return macro{name: operators.Filter, predicate: predicate, transform: item}
	}
	return macro{name: operators.Map, predicate: predicate, transform: item}
}
