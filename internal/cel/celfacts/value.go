package celfacts

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
)

// value is what a part of an expression comes to in the evaluation.
type value struct {
	outcome
	// text names the value: two with the same text are equal.
	text string
	// place is where the value stands; nil for what is computed.
	place *Place
	// optional is the place that an optional value is of.
	optional *Place
	literal  bool
	// empty is set for the string or the list that stands for the absent field.
	empty bool
	// number is the value of a literal that is one.
	number *float64
	// sizeOf is the place of the value whose size this is.
	sizeOf *Place
	// item is an item of the list, if the list is made from one that has a place.
	item *value
	// filled says whether the list has items.
	filled outcome
}

// strict is the value of a function that fails if any argument does.
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

// mostText is the length up to which texts are kept as they are. A variable has the text of what
// it stands for, and a rule that adds it to itself in one macro after the other would double the
// text each time.
const mostText = 4 << 10

// short is the text of a value, or what stands for one that is long: the same for the same text.
func short(text string) string {
	if len(text) <= mostText {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return "#" + hex.EncodeToString(sum[:])
}

// worst is the failure among arguments that counts: which of two the server
// names is not certain.
func worst(args []value) value {
	o := noSuchKey
	for i := range args {
		if args[i].outcome == otherError {
			o = otherError
		}
	}
	return value{outcome: o}
}

// textOf returns the text of a part of an expression; "" where no answers are tried, which is where
// texts of more than places are for.
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
