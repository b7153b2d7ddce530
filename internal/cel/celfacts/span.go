package celfacts

import (
	"math"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/google/cel-go/common/operators"
)

// span is the range of a number.
type span struct{ least, most float64 }

var anyNumber = span{math.Inf(-1), math.Inf(1)}

// spanOf returns the range that the schema gives to a number or to a size.
func (v *value) spanOf() span {
	switch {
	case v.number != nil:
		return span{*v.number, *v.number}
	case v.sizeOf != nil:
		return sizeSpan(v.sizeOf.Node)
	case v.place != nil && v.place.Node != nil && !v.place.Node.XIntOrString:
		r := anyNumber
		if n := v.place.Node; n.Type == "integer" || n.Type == "number" {
			if n.Minimum != nil {
				r.least = *n.Minimum
			}
			if n.Maximum != nil {
				r.most = *n.Maximum
			}
		}
		return r
	}
	return anyNumber
}

// sizeSpan returns the range that the schema gives to the size of a value.
func sizeSpan(n *schematree.Node) span {
	r := span{0, math.Inf(1)}
	if n == nil || n.XIntOrString {
		return r
	}
	var least, most *int64
	switch {
	case n.Type == "string" && n.Format != "byte":
		least, most = n.MinLength, n.MaxLength
	case n.Type == "array":
		least, most = n.MinItems, n.MaxItems
	case n.Type == "object":
		least, most = n.MinProperties(), n.MaxProperties()
	}
	if least != nil {
		r.least = max(0, float64(*least))
	}
	if most != nil {
		r.most = float64(*most)
	}
	return r
}

// ordered returns the outcome of a comparison, if the schema alone decides it.
func ordered(operator string, a, b value) outcome {
	x, y := a.spanOf(), b.spanOf()
	switch operator {
	case operators.Greater:
		return ordered(operators.Less, b, a)
	case operators.GreaterEquals:
		return ordered(operators.LessEquals, b, a)
	case operators.Less:
		switch {
		case x.most < y.least:
			return isTrue
		case x.least >= y.most:
			return isFalse
		}
	case operators.LessEquals:
		switch {
		case x.most <= y.least:
			return isTrue
		case x.least > y.most:
			return isFalse
		}
	case operators.Equals:
		if x.most < y.least || x.least > y.most {
			return isFalse
		}
	}
	return unknown
}
