package tighter

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

var build = ast.NewExprFactory()

// simplified is an expression without what certainly comes to true, or to false, for all
// values that the old schema accepts.
func (f *folding) simplified(e ast.Expr) ast.Expr {
	switch f.fold(e) {
	case always:
		return build.NewLiteral(e.ID(), types.True)
	case never:
		return build.NewLiteral(e.ID(), types.False)
	}
	switch e.Kind() {
	case ast.CallKind:
		return f.simplifiedCall(e)
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		if list := c.IterRange(); list.Kind() == ast.ListKind && len(list.AsList().OptionalIndices()) == 0 {
			items := make([]ast.Expr, list.AsList().Size())
			for i, item := range list.AsList().Elements() {
				items[i] = f.simplified(item)
			}
			return build.NewComprehension(e.ID(), build.NewList(list.ID(), items, nil), c.IterVar(), c.AccuVar(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result())
		}
		inside, call := f.loop(c)
		if inside == nil {
			return e
		}
		step := build.NewCall(c.LoopStep().ID(), call.FunctionName(), call.Args()[0], inside.simplified(call.Args()[1]))
		return build.NewComprehension(e.ID(), c.IterRange(), c.IterVar(), c.AccuVar(), c.AccuInit(), c.LoopCondition(), step, c.Result())
	}
	return e
}

func (f *folding) simplifiedCall(e ast.Expr) ast.Expr {
	c := e.AsCall()
	name := c.FunctionName()
	switch name {
	case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot, operators.Conditional,
		operators.Equals, operators.NotEquals, operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals, operators.Add:
	case "size":
		if c.IsMemberFunction() && len(c.Args()) == 0 {
			return build.NewMemberCall(e.ID(), name, f.simplified(c.Target()))
		}
	default:
		return e
	}
	args := make([]ast.Expr, len(c.Args()))
	for i, a := range c.Args() {
		args[i] = f.simplified(a)
	}
	is := func(i int, b types.Bool) bool { return args[i].Kind() == ast.LiteralKind && args[i].AsLiteral() == b }
	switch name {
	case operators.LogicalAnd, operators.LogicalOr:
		nothing := types.Bool(name == operators.LogicalAnd)
		if is(0, nothing) {
			return args[1]
		}
		if is(1, nothing) {
			return args[0]
		}
	case operators.Conditional:
		if is(0, types.True) {
			return args[1]
		}
		if is(0, types.False) {
			return args[2]
		}
	}
	return build.NewCall(e.ID(), name, args...)
}
