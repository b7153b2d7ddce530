package celfacts

import (
	"regexp"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// refusesEmpty reports whether a CEL rule is certainly false if the absent field is
// read as the empty value of its type, by the answers that are being tried.
func (ev *evaluator) refusesEmpty(e *celcost.Expression, p *Place) bool {
	if emptyOf(p) == nil {
		return false
	}
	ev.emptied = true
	o := ev.outcomeOf(e)
	ev.emptied = false
	return o == isFalse
}

// emptyOf is the empty value of the type of a place; nil for objects and what has no
// one type, of which it would not say much.
func emptyOf(p *Place) *value {
	if p.Node == nil || p.Node.XIntOrString {
		return nil
	}
	zero := 0.0
	switch p.Node.Type {
	case "string":
		return &value{text: celtext.JSONLiteral(""), literal: true, empty: true}
	case "integer", "number":
		return &value{text: "0", literal: true, number: &zero}
	case "boolean":
		return &value{text: "false", literal: true, outcome: isFalse}
	case "array":
		return &value{text: "list", empty: true, filled: isFalse}
	}
	return nil
}

// sizeOfEmpty is the size of the empty value.
func sizeOfEmpty() value {
	zero := 0.0
	return value{text: "0", literal: true, number: &zero}
}

// ofEmpty is what a function of strings comes to for the empty one.
func ofEmpty(function string, args []ast.Expr) outcome {
	if len(args) != 1 {
		return unknown
	}
	text, ok := celtext.String(args[0])
	if !ok {
		return unknown
	}
	switch function {
	case "startsWith", "endsWith", "contains":
		return truth(text == "")
	case "matches":
		if re, err := regexp.Compile(text); err == nil {
			return truth(re.MatchString(""))
		}
	}
	return unknown
}
