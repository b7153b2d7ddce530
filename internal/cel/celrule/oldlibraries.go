package celrule

import (
	"slices"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	celparser "github.com/google/cel-go/parser"

	"github.com/crdtool/crdtool/internal/behaviour"
)

// intDurations adds the conversion of int to duration, which always fails.
var intDurations = cel.Function(overloads.TypeConvertDuration, cel.Overload("int64_to_duration", []*cel.Type{cel.IntType}, cel.DurationType,
	cel.UnaryBinding(func(v ref.Val) ref.Val { return v.ConvertToType(types.DurationType) })))

// withoutCopies makes the macros of optionals use their argument twice as the same expression, which cannot have two
// types.
func withoutCopies(e *cel.Env) (*cel.Env, error) {
	var all []cel.Macro
	for _, m := range e.Macros() {
		if m.Function() == "optMap" || m.Function() == "optFlatMap" {
			all = append(all, withHelper(m, func(h cel.MacroExprFactory) cel.MacroExprFactory { return sharingHelper{h} }))
		}
	}
	return cel.Macros(all...)(e)
}

// withHelper returns a macro that makes its expressions with another helper.
func withHelper(m cel.Macro, by func(cel.MacroExprFactory) cel.MacroExprFactory) cel.Macro {
	expand := m.Expander()
	return cel.ReceiverMacro(m.Function(), m.ArgCount(), func(h cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
		return expand(by(h), target, args)
	})
}

// sharingHelper is a helper that does not copy.
type sharingHelper struct{ celparser.ExprHelper }

// Copy implements parser.ExprHelper.
func (sharingHelper) Copy(e ast.Expr) ast.Expr { return e }

// withNamedResult gives the accumulators of list macros a name that expressions and variables can use.
func withNamedResult(of behaviour.Checker) cel.EnvOption {
	return func(e *cel.Env) (*cel.Env, error) { return cel.Macros(macrosOfLists(of, false)...)(e) }
}

// numbered returns a parser that numbers expressions as an old one does. Only errors about an expression with two types
// show the numbers.
func numbered(env *cel.Env, of behaviour.Checker) *parser {
	p := newParser(env)
	for _, m := range macrosOfLists(of, true) {
		p.macros[macroKey{m.Function(), m.ArgCount(), true}] = m
	}
	return p
}

func macrosOfLists(of behaviour.Checker, all bool) []cel.Macro {
	var list []cel.Macro
	for _, m := range []cel.Macro{cel.AllMacro, cel.ExistsMacro, cel.ExistsOneMacro, cel.MapMacro, cel.MapFilterMacro, cel.FilterMacro} {
		list = append(list, named(m, of, all))
	}
	return list
}

// named returns a macro whose accumulator has its old name if an argument uses that name. Other macros are not changed
// unless all is set.
func named(m cel.Macro, of behaviour.Checker, all bool) cel.Macro {
	expand := m.Expander()
	return cel.ReceiverMacro(m.Function(), m.ArgCount(), func(h cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
		by := &namedResult{ExprHelper: h, name: h.AccuIdentName(), sameOne: m.Function() == "exists_one" && !of.OptionalCopies}
		switch {
		case slices.ContainsFunc(args, usesResultName):
			by.name = celparser.AccumulatorName
		case !all:
			return expand(h, target, args)
		}
		if (m.Function() == "map" || m.Function() == "filter") && !of.OwnTrees {
			by.result = by.NewAccuIdent()
		}
		if v := args[0]; v.Kind() == ast.IdentKind && v.AsIdent() == celparser.AccumulatorName {
			args = slices.Clone(args)
			args[0], by.variable = exprFactory.NewIdent(v.ID(), sameName), v // the macro refuses the name
		}
		return expand(by, target, args)
	})
}

// usesResultName reports whether an argument has the name. The argument may have a syntax error: an optional entry of a
// map or a message is nil where the syntax is unknown.
func usesResultName(e ast.Expr) bool {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent() == celparser.AccumulatorName
	case ast.SelectKind:
		return usesResultName(e.AsSelect().Operand())
	case ast.CallKind:
		c := e.AsCall()
		return c.IsMemberFunction() && usesResultName(c.Target()) || slices.ContainsFunc(c.Args(), usesResultName)
	case ast.ListKind:
		return slices.ContainsFunc(e.AsList().Elements(), usesResultName)
	case ast.MapKind:
		return slices.ContainsFunc(e.AsMap().Entries(), func(e ast.EntryExpr) bool {
			return e != nil && (usesResultName(e.AsMapEntry().Key()) || usesResultName(e.AsMapEntry().Value()))
		})
	case ast.StructKind:
		return slices.ContainsFunc(e.AsStruct().Fields(), func(e ast.EntryExpr) bool {
			return e != nil && usesResultName(e.AsStructField().Value())
		})
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		return slices.ContainsFunc([]ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()}, usesResultName)
	}
	return false
}

// sameName replaces a variable with the name of the accumulator.
const sameName = "@same"

// namedResult is the helper of a macro with a named accumulator.
type namedResult struct {
	celparser.ExprHelper
	name string
	// result is the same expression at all places of the accumulator; nil if each has its own.
	result ast.Expr
	// variable is the user's variable with the name of the accumulator; nil without such a variable.
	variable ast.Expr
	// sameOne makes the macro use one expression at all places of the literal 1, made after its literal 0.
	sameOne bool
	one     ast.Expr
}

// AccuIdentName implements parser.ExprHelper.
func (h *namedResult) AccuIdentName() string { return h.name }

// NewAccuIdent implements parser.ExprHelper.
func (h *namedResult) NewAccuIdent() ast.Expr {
	if h.result != nil {
		return h.result
	}
	return h.NewIdent(h.name)
}

// NewLiteral implements parser.ExprHelper.
func (h *namedResult) NewLiteral(v ref.Val) ast.Expr {
	if h.sameOne && v == types.IntOne {
		return h.one
	}
	e := h.ExprHelper.NewLiteral(v)
	if h.sameOne && v == types.IntZero {
		h.one = h.ExprHelper.NewLiteral(types.IntOne)
	}
	return e
}

// NewList implements parser.ExprHelper.
func (h *namedResult) NewList(items ...ast.Expr) ast.Expr {
	for i, x := range items {
		if h.variable != nil && x.ID() == h.variable.ID() {
			items[i] = h.variable
		}
	}
	return h.ExprHelper.NewList(items...)
}

// NewComprehension implements parser.ExprHelper.
func (h *namedResult) NewComprehension(over ast.Expr, variable, result string, init, condition, step, end ast.Expr) ast.Expr {
	if variable == sameName {
		variable = result
	}
	return h.ExprHelper.NewComprehension(over, variable, result, init, condition, step, end)
}
