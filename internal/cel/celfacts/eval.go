package celfacts

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
)

func (ev *evaluator) eval(e ast.Expr) value {
	switch e.Kind() {
	case ast.LiteralKind:
		return literalOf(e)
	case ast.IdentKind:
		return ev.variable(e.AsIdent())
	case ast.SelectKind:
		return ev.orError(e, ev.selection(e))
	case ast.CallKind:
		return ev.orError(e, ev.call(e))
	case ast.ListKind:
		return ev.list(e)
	case ast.MapKind:
		args := []value{}
		for _, entry := range e.AsMap().Entries() {
			args = append(args, ev.eval(entry.AsMapEntry().Key()), ev.eval(entry.AsMapEntry().Value()))
		}
		return ev.orError(e, ev.strict("map", args...))
	case ast.ComprehensionKind:
		return ev.comprehension(e)
	}
	return value{text: ev.textOf(e)}
}

func (ev *evaluator) variable(name string) value {
	if v, ok := ev.vars[name]; ok {
		return v
	}
	switch {
	case name == "self":
		return value{text: ev.base.text, place: ev.base}
	case name == "oldSelf" && ev.optionalOld:
		return value{text: "optional oldSelf", optional: ev.maybe}
	case name == "oldSelf":
		return value{text: ev.old.text, place: ev.old}
	}
	return value{text: name}
}

func (ev *evaluator) selection(e ast.Expr) value {
	sel := e.AsSelect()
	v := ev.eval(sel.Operand())
	switch {
	case v.failed():
		return v
	case v.optional != nil:
		p := ev.rules.fieldAt(v.optional, sel.FieldName())
		if sel.IsTestOnly() {
			return value{outcome: ev.presentAll(p), text: "has " + p.text}
		}
		return value{text: "optional " + p.text, optional: p}
	case v.place != nil && sel.IsTestOnly():
		p := ev.rules.fieldAt(v.place, sel.FieldName())
		return value{outcome: ev.present(p), text: "has " + p.text}
	case v.place != nil:
		return ev.read(ev.rules.fieldAt(v.place, sel.FieldName()), e)
	case sel.IsTestOnly():
		return value{text: "has " + v.text + "." + sel.FieldName()}
	}
	return value{text: v.text + "." + sel.FieldName()}
}

func (ev *evaluator) list(e ast.Expr) value {
	all := e.AsList().Elements()
	args := make([]value, len(all))
	for i := range all {
		args[i] = ev.eval(all[i])
	}
	v := ev.strict("list", args...)
	v.filled = truth(len(all) > 0)
	if len(e.AsList().OptionalIndices()) > 0 {
		v.filled = unknown
	}
	return v
}

func (ev *evaluator) call(e ast.Expr) value {
	c := e.AsCall()
	args := c.Args()
	switch name := c.FunctionName(); {
	case name == operators.LogicalAnd:
		return value{outcome: ev.junction(args, isFalse), text: ev.textOf(e)}
	case name == operators.LogicalOr:
		return value{outcome: ev.junction(args, isTrue), text: ev.textOf(e)}
	case name == operators.Conditional && len(args) == 3:
		return ev.conditional(args)
	case name == operators.LogicalNot && len(args) == 1:
		v := ev.eval(args[0])
		return value{outcome: ev.not(v), text: "!" + v.text}
	case name == operators.Equals && len(args) == 2:
		return ev.equation(args)
	case name == operators.NotEquals && len(args) == 2:
		v := ev.equation(args)
		return value{outcome: ev.not(v), text: "!" + v.text}
	case (name == operators.In || name == operators.OldIn) && len(args) == 2:
		return ev.membership(args)
	case name == operators.Index && len(args) == 2:
		return ev.index(e, args)
	case name == operators.OptSelect && len(args) == 2 && args[1].Kind() == ast.LiteralKind:
		return ev.optionalField(args)
	case c.IsMemberFunction():
		return ev.member(c)
	}
	all := make([]value, len(args))
	for i := range args {
		all[i] = ev.eval(args[i])
	}
	v := ev.strict(c.FunctionName(), all...)
	switch c.FunctionName() {
	case "dyn":
		if len(all) == 1 {
			return all[0]
		}
	case "size":
		if len(all) == 1 && all[0].empty {
			return sizeOfEmpty()
		}
		if len(all) == 1 {
			v.sizeOf = all[0].place
		}
	case operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
		if len(all) == 2 && !v.failed() {
			v.outcome = ordered(c.FunctionName(), all[0], all[1])
		}
	}
	return v
}
