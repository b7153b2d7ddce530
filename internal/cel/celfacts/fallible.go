package celfacts

import (
	"regexp"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// orError returns the value of a call or a field. If its evaluation may end in an error, it returns the error under
// some answers: quantity(self) == quantity(self) fails for "example".
func (ev *evaluator) orError(e ast.Expr, v value) value {
	if !ev.errors || v.failed() || !ev.mayErr(e, v) {
		return v
	}
	if ev.ask("error in " + v.text) {
		return value{outcome: otherError}
	}
	return v
}

// mayErr reports whether an expression may end in an error although all its operands have values.
func (ev *evaluator) mayErr(e ast.Expr, v value) bool {
	switch e.Kind() {
	case ast.SelectKind:
		if e.AsSelect().IsTestOnly() {
			return ev.isDynamic(e.AsSelect().Operand())
		}
		return v.place == nil && v.optional == nil
	case ast.MapKind:
		return e.AsMap().Size() > 1 // a key may be repeated
	case ast.CallKind:
		return ev.callMayErr(e, v)
	}
	return false
}

func (ev *evaluator) callMayErr(e ast.Expr, v value) bool {
	c := e.AsCall()
	name, args := c.FunctionName(), c.Args()
	switch name {
	case operators.Equals, operators.NotEquals, operators.OptSelect, "dyn", "type":
		return false
	case operators.Conditional:
		return ev.isDynamic(args[0])
	}
	operands := args
	if c.IsMemberFunction() {
		operands = append([]ast.Expr{c.Target()}, args...)
	}
	for _, of := range operands {
		if ev.isDynamic(of) {
			return true
		}
	}
	switch name {
	case operators.Add:
		return ev.isKind(e, types.IntKind, types.UintKind, types.DoubleKind, types.DurationKind, types.TimestampKind)
	case "matches":
		return !constantPattern(args[len(args)-1])
	case "value":
		return v.place == nil
	case "string":
		return len(args) != 1 || !ev.isKind(args[0], types.StringKind, types.BoolKind, types.IntKind, types.UintKind, types.DoubleKind)
	case "int", "double", "bool":
		return len(args) != 1 || !ev.isKind(args[0], map[string]types.Kind{"int": types.IntKind, "double": types.DoubleKind, "bool": types.BoolKind}[name])
	}
	most, known := neverErr[name]
	if !known && strings.HasPrefix(name, "get") { // getHost, getHours; an argument is the name of a time zone
		most, known = 1, c.IsMemberFunction()
	}
	return !known || len(operands) > most
}

// neverErr maps functions that return a value for all operands of their types to the highest number of operands for
// which this holds.
var neverErr = map[string]int{
	operators.LogicalAnd: 2, operators.LogicalOr: 2, operators.LogicalNot: 1, operators.In: 2, operators.OldIn: 2,
	operators.Less: 2, operators.LessEquals: 2, operators.Greater: 2, operators.GreaterEquals: 2,
	"size": 1, "startsWith": 2, "endsWith": 2, "contains": 2, "lowerAscii": 1, "upperAscii": 1, "trim": 1,
	"indexOf": 2, "lastIndexOf": 2, "replace": 3, "split": 2, "join": 2,
	"isURL": 1, "isIP": 1, "isCIDR": 1, "isQuantity": 1, "isSemver": 1,
	"isInteger": 1, "sign": 1, "isLessThan": 2, "isGreaterThan": 2, "compareTo": 2,
	"hasValue": 1, "orValue": 2, "or": 2, "optional.of": 1, "optional.none": 0, "none": 1, "optional.ofNonZeroValue": 1,
}

// constantPattern reports whether an expression is a literal regular expression that compiles.
func constantPattern(e ast.Expr) bool {
	text, is := celtext.String(e)
	if !is {
		return false
	}
	_, err := regexp.Compile(text)
	return err == nil
}

// isDynamic reports whether the type of an expression is only known at evaluation, so that a function may have no
// overload for its value.
func (ev *evaluator) isDynamic(e ast.Expr) bool {
	return ev.tree.GetType(e.ID()) == nil || ev.isKind(e, types.DynKind, types.AnyKind, types.TypeParamKind, types.ErrorKind)
}

func (ev *evaluator) isKind(e ast.Expr, kinds ...types.Kind) bool {
	t := ev.tree.GetType(e.ID())
	if t == nil {
		return false
	}
	for _, k := range kinds {
		if t.Kind() == k {
			return true
		}
	}
	return false
}
