package celfacts

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

func (ev *evaluator) optionalField(args []ast.Expr) value {
	v := ev.eval(args[0])
	name, _ := celtext.String(args[1])
	switch {
	case v.failed():
		return v
	case v.optional != nil:
		v.place = v.optional
	}
	if v.place == nil {
		return value{text: v.text + ".?" + name}
	}
	p := ev.rules.fieldAt(v.place, name)
	return value{text: "optional " + p.text, optional: p}
}

// member evaluates the call of a method. It knows those of optional values.
func (ev *evaluator) member(c ast.CallExpr) value {
	target := ev.eval(c.Target())
	args := []value{target}
	if target.optional != nil && !target.failed() {
		p := target.optional
		switch c.FunctionName() {
		case "hasValue":
			return value{outcome: ev.presentAll(p), text: "has " + p.text}
		case "value":
			if ev.presentAll(p) == isFalse {
				return value{outcome: otherError}
			}
			return value{text: p.text, place: p}
		case "orValue":
			if len(c.Args()) != 1 {
				break
			}
			there := ev.presentAll(p)
			if there == isTrue && ev.collect == nil {
				return value{text: p.text, place: p}
			}
			other := ev.eval(c.Args()[0])
			switch {
			case there == isFalse || other.failed():
				return other
			case there == unknown:
				return value{text: "either"}
			}
			return value{text: p.text, place: p}
		}
	}
	for _, a := range c.Args() {
		args = append(args, ev.eval(a))
	}
	v := ev.strict(c.FunctionName(), args...)
	switch {
	case !target.empty || v.failed():
	case c.FunctionName() == "size":
		return sizeOfEmpty()
	case target.literal:
		v.outcome = resultForEmpty(c.FunctionName(), c.Args())
	}
	if c.FunctionName() == "size" {
		v.sizeOf = target.place
	}
	return v
}
