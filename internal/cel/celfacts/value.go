package celfacts

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
)

// value is the result of evaluating a part of an expression.
type value struct {
	outcome
	// text identifies the value: values with the same text are equal.
	text string
	// place is the place of the value; nil for a computed value.
	place *Place
	// optional is the place of the value in an optional.
	optional *Place
	literal  bool
	// empty is set for the empty string or list that replaces the absent field.
	empty bool
	// number is the value of a numeric literal.
	number *float64
	// sizeOf is the place of the value whose size this is.
	sizeOf *Place
	// item is an item of the list, if the list is made from one that has a place.
	item *value
	// filled reports whether the list has items.
	filled outcome
}

// strict returns the value of a function that fails if any argument does.
func (ev *evaluator) strict(name string, args ...value) value {
	for i := range args {
		if args[i].failed() {
			return worst(args)
		}
	}
	var b strings.Builder
	b.WriteString(name)
	for i := range args {
		b.WriteByte('(')
		b.WriteString(args[i].text)
		b.WriteByte(')')
	}
	return value{text: short(b.String())}
}

// mostText limits the length of texts. A variable has the text of its value, and a rule that adds it to itself in
// nested macros would double the text each time.
const mostText = 4 << 10

// short returns a text, or a hash of it if it is long.
func short(text string) string {
	if len(text) <= mostText {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return "#" + hex.EncodeToString(sum[:])
}

// worst returns the error of a call with failed arguments; the server may report either of several.
func worst(args []value) value {
	o := noSuchKey
	for i := range args {
		if args[i].outcome == otherError {
			o = otherError
		}
	}
	return value{outcome: o}
}

// textOf returns the text of a part of an expression; "" if no answers are tried, as only questions need texts of other
// parts than places.
func (ev *evaluator) textOf(e ast.Expr) string {
	if ev.rough || ev.collect != nil {
		return ""
	}
	return short(celtext.Of(e))
}

// literalOf returns the value of a literal.
func literalOf(e ast.Expr) value {
	v := value{text: celtext.Literal(e.AsLiteral()), literal: true, number: celtext.Number(e)}
	if b, ok := e.AsLiteral().(types.Bool); ok {
		v.outcome = truth(bool(b))
	}
	return v
}
