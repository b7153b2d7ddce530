package celfacts

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

func (ev *evaluator) not(v value) outcome {
	switch o := ev.decide(v); o {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	default:
		return o
	}
}

// junction evaluates && or ||: an operand that decides the result does so despite errors of others.
func (ev *evaluator) junction(args []ast.Expr, decides outcome) outcome {
	failure := unknown
	open := false
	for _, a := range args {
		o := ev.decide(ev.eval(a))
		if o == decides && ev.collect == nil {
			return o
		}
		if o.failed() {
			failure = max(failure, o) // see worst
		}
		open = open || o == unknown
	}
	switch {
	case failure.failed():
		return failure
	case open:
		return unknown
	case decides == isTrue:
		return isFalse
	}
	return isTrue
}

func (ev *evaluator) conditional(args []ast.Expr) value {
	if ev.collect != nil {
		v := value{}
		for _, a := range args {
			v = ev.eval(a)
		}
		return v
	}
	switch o := ev.decide(ev.eval(args[0])); o {
	case isTrue:
		return ev.eval(args[1])
	case isFalse:
		return ev.eval(args[2])
	case unknown:
		a, b := ev.eval(args[1]), ev.eval(args[2])
		switch {
		case a.failed():
			return a
		case b.failed(), a.outcome == b.outcome && a.outcome != unknown:
			return b
		}
		return value{text: "either"}
	default:
		return value{outcome: o}
	}
}

func (ev *evaluator) isBool(e ast.Expr) bool {
	t := ev.tree.GetType(e.ID())
	return t != nil && t.Kind() == types.BoolKind
}

func (ev *evaluator) equation(args []ast.Expr) value {
	a, b := ev.eval(args[0]), ev.eval(args[1])
	v := ev.strict("==", a, b)
	if ev.compare != nil {
		ev.compare(a, args[1])
		ev.compare(b, args[0])
	}
	switch {
	case v.failed():
		return v
	case ev.isBool(args[0]) && ev.isBool(args[1]):
		x, y := ev.decide(a), ev.decide(b)
		if x != unknown && y != unknown {
			v.outcome = truth(x == y)
		}
		return v
	case a.text == b.text && a.text != "":
		v.outcome = isTrue
	case ordered(operators.Equals, a, b) == isFalse:
		v.outcome = isFalse
	case a.empty && b.literal || b.empty && a.literal:
		v.outcome = isFalse
	case a.literal && b.literal:
		// Numbers of two types may be equal.
	case b.literal:
		v.outcome = ev.equal(a, b.text)
	case a.literal:
		v.outcome = ev.equal(b, a.text)
	case a.text > b.text:
		v = ev.strict("==", b, a)
	}
	return v
}

func (ev *evaluator) membership(args []ast.Expr) value {
	a, b := ev.eval(args[0]), ev.eval(args[1])
	v := ev.strict("in", a, b)
	if v.failed() {
		return v
	}
	if b.empty {
		v.outcome = isFalse
		return v
	}
	if key, ok := celtext.String(args[0]); ok && b.place != nil && b.place.Node != nil && b.place.Node.AdditionalProperties != nil {
		v.outcome = ev.present(ev.rules.fieldAt(b.place, key))
		return v
	}
	if args[1].Kind() != ast.ListKind {
		return v
	}
	for _, e := range args[1].AsList().Elements() {
		if e.Kind() != ast.LiteralKind {
			return v
		}
	}
	v.outcome = isFalse
	for _, e := range args[1].AsList().Elements() {
		if ev.compare != nil {
			ev.compare(a, e)
		}
		o := unknown
		if ev.emptied && a.literal {
			o = truth(a.text == celtext.Literal(e.AsLiteral()))
		} else {
			o = ev.equal(a, celtext.Literal(e.AsLiteral()))
		}
		if o != isFalse && v.outcome != isTrue {
			v.outcome = o
		}
	}
	return v
}
