package celrule

import (
	"slices"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	celparser "github.com/google/cel-go/parser"

	"github.com/crdtool/crdtool/kube"
)

// intDurations adds the conversion of ints to durations, which always fails.
var intDurations = cel.Function(overloads.TypeConvertDuration, cel.Overload("int64_to_duration", []*cel.Type{cel.IntType}, cel.DurationType,
	cel.UnaryBinding(func(v ref.Val) ref.Val { return v.ConvertToType(types.DurationType) })))

// withoutCopies makes the macros of optionals write their value twice as one expression,
// which cannot have two types.
func withoutCopies(e *cel.Env) (*cel.Env, error) {
	var all []cel.Macro
	for _, m := range e.Macros() {
		if m.Function() == "optMap" || m.Function() == "optFlatMap" {
			all = append(all, helped(m, func(h cel.MacroExprFactory) cel.MacroExprFactory { return asItIs{h} }))
		}
	}
	return cel.Macros(all...)(e)
}

// helped returns a macro that makes its expressions with another helper.
func helped(m cel.Macro, by func(cel.MacroExprFactory) cel.MacroExprFactory) cel.Macro {
	expand := m.Expander()
	return cel.ReceiverMacro(m.Function(), m.ArgCount(), func(h cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
		return expand(by(h), target, args)
	})
}

// asItIs helps a macro that copies nothing.
type asItIs struct{ celparser.ExprHelper }

// Copy implements parser.ExprHelper.
func (asItIs) Copy(e ast.Expr) ast.Expr { return e }

// withNamedResult makes the macros of lists call what they found so far by a name that an
// expression can speak of, and let variables have it.
func withNamedResult(of kube.Checker) cel.EnvOption {
	return func(e *cel.Env) (*cel.Env, error) { return cel.Macros(macrosOfLists(of, false)...)(e) }
}

// numbered returns a parser that numbers expressions as an older one did. Numbers are seen in
// errors about an expression of two types, and nowhere else.
func numbered(env *cel.Env, of kube.Checker) *parser {
	p := newParser(env)
	for _, m := range macrosOfLists(of, true) {
		p.macros[macroKey{m.Function(), m.ArgCount(), true}] = m
	}
	return p
}

func macrosOfLists(of kube.Checker, all bool) []cel.Macro {
	var list []cel.Macro
	for _, m := range []cel.Macro{cel.AllMacro, cel.ExistsMacro, cel.ExistsOneMacro, cel.MapMacro, cel.MapFilterMacro, cel.FilterMacro} {
		list = append(list, named(m, of, all))
	}
	return list
}

// named returns a macro whose result has the name where an argument speaks of it. Others are
// left as they are, unless all are asked for.
func named(m cel.Macro, of kube.Checker, all bool) cel.Macro {
	expand := m.Expander()
	return cel.ReceiverMacro(m.Function(), m.ArgCount(), func(h cel.MacroExprFactory, target ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
		by := &namedResult{ExprHelper: h, name: h.AccuIdentName(), sameOne: m.Function() == "exists_one" && !of.OptionalCopies}
		switch {
		case slices.ContainsFunc(args, speaksOfResult):
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

// speaksOfResult reports whether an argument has the name. It may be one with a syntax error: in the
// place of an entry of a map or of a message that is optional where that is no syntax, there is none.
func speaksOfResult(e ast.Expr) bool {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent() == celparser.AccumulatorName
	case ast.SelectKind:
		return speaksOfResult(e.AsSelect().Operand())
	case ast.CallKind:
		c := e.AsCall()
		return c.IsMemberFunction() && speaksOfResult(c.Target()) || slices.ContainsFunc(c.Args(), speaksOfResult)
	case ast.ListKind:
		return slices.ContainsFunc(e.AsList().Elements(), speaksOfResult)
	case ast.MapKind:
		return slices.ContainsFunc(e.AsMap().Entries(), func(e ast.EntryExpr) bool {
			return e != nil && (speaksOfResult(e.AsMapEntry().Key()) || speaksOfResult(e.AsMapEntry().Value()))
		})
	case ast.StructKind:
		return slices.ContainsFunc(e.AsStruct().Fields(), func(e ast.EntryExpr) bool {
			return e != nil && speaksOfResult(e.AsStructField().Value())
		})
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		return slices.ContainsFunc([]ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()}, speaksOfResult)
	}
	return false
}

// sameName stands for a variable that is called as the result is.
const sameName = "@same"

// namedResult helps a macro whose result has a name.
type namedResult struct {
	celparser.ExprHelper
	name string
	// result is the expression in all places of it; nil if each has its own.
	result ast.Expr
	// variable is the one that is called as the result is; nil if it is not.
	variable ast.Expr
	// sameOne says that the macro has one expression in all places where it writes 1, which
	// follows its 0.
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
