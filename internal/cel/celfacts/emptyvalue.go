package celfacts

import (
	"regexp"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// refusesEmpty reports whether a CEL rule is certainly false with the current answers if the absent field has the empty
// value of its type.
func (ev *evaluator) refusesEmpty(e *celcost.Expression, p *Place) bool {
	if emptyOf(p) == nil {
		return false
	}
	ev.emptied = true
	o := ev.outcomeOf(e)
	ev.emptied = false
	return o == isFalse
}

// emptyOf returns the empty value of a place's type; nil for objects and for places without a single type.
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

// sizeOfEmpty returns the size of the empty value.
func sizeOfEmpty() value {
	zero := 0.0
	return value{text: "0", literal: true, number: &zero}
}

// resultForEmpty returns the result of a string function for the empty string.
func resultForEmpty(function string, args []ast.Expr) outcome {
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
