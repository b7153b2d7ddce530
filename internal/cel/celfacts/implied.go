package celfacts

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// maxParts limits the parts of expressions, since three to the power of their number combinations are tried.
const maxParts = 9

// Implied reports whether an expression is true whenever all of some other expressions are. It tries all values of
// their parts: true, false and error. Parts with the same text have the same value, and of the meaning of parts it
// knows only relations. It misses some implications: with more than maxParts parts it tries each of the other
// expressions alone, and takes common subexpressions for one part.
func Implied(e ast.Expr, by ...ast.Expr) bool {
	var whole []string
	var common []string
	for {
		p := parts{whole: whole}
		conclusion := p.formula(e)
		premises := make([]formula, len(by))
		for j := range by {
			premises[j] = p.formula(by[j])
		}
		if len(p.all) <= maxParts {
			return p.follows(conclusion, premises)
		}
		if len(by) > 1 {
			return slices.ContainsFunc(by, func(one ast.Expr) bool { return Implied(e, one) })
		}
		if len(by) == 0 {
			return false
		}
		if whole == nil {
			common = commonParts(e, by[0])
		}
		if len(common) == 0 {
			return false
		}
		whole = append(whole, common[0])
		common = common[1:]
	}
}

// follows reports whether the conclusion holds for all values of the parts with which the premises hold.
func (p *parts) follows(conclusion formula, premises []formula) bool {
	p.relate()
	p.values = slices.Repeat([]truth3{fails}, len(p.all))
	for {
		if p.possible() && !slices.ContainsFunc(premises, func(f formula) bool { return f(p) != holds }) && conclusion(p) != holds {
			return false
		}
		if !p.next() {
			return true
		}
	}
}

// truth3 is the value of a part.
type truth3 int8

const (
	fails truth3 = iota - 1
	errs         // the server refuses the value then, but || and && may ignore an error
	holds
)

// parts are the texts of the operands that operators join, with a value for each.
type parts struct {
	all    []string
	safe   []bool // cannot end in an error
	to     []numeric
	values []truth3
	// of are the operands inside each part.
	of []operands
	// whole are the texts of expressions that are taken for one part each.
	whole []string
	relations
}

// formula evaluates an expression with the values of its parts.
type formula func(*parts) truth3

// next advances to the next values, and reports whether there are any.
func (p *parts) next() bool {
	for i := range p.values {
		switch {
		case p.values[i] == holds:
			p.values[i] = fails
			continue
		case p.values[i] == fails && p.safe[i]:
			p.values[i] = holds
		default:
			p.values[i]++
		}
		return true
	}
	return false
}

func (p *parts) formula(e ast.Expr) formula {
	if len(p.whole) > 0 && e.Kind() == ast.CallKind {
		if text := celtext.Of(e); slices.Contains(p.whole, text) {
			return p.part(text, numeric{}, false, operands{})
		}
	}
	switch e.Kind() {
	case ast.LiteralKind:
		if b, ok := e.AsLiteral().(types.Bool); ok {
			v := fails
			if b {
				v = holds
			}
			return func(*parts) truth3 { return v }
		}
	case ast.CallKind:
		if f := p.call(e.AsCall()); f != nil {
			return f
		}
	case ast.ComprehensionKind:
		if f := p.existsOne(e.AsComprehension()); f != nil {
			return f
		}
	}
	if e.Kind() == ast.SelectKind && e.AsSelect().IsTestOnly() {
		return p.part(celtext.Of(e), numeric{}, e.AsSelect().Operand().Kind() == ast.IdentKind, operands{has: e})
	}
	return p.part(celtext.Of(e), numeric{}, false, operands{whole: e})
}

// call returns the formula of an operator, or nil for another function.
func (p *parts) call(c ast.CallExpr) formula {
	args := c.Args()
	if f := p.counted(c); f != nil {
		return f
	}
	switch c.FunctionName() {
	case operators.LogicalNot:
		return not(p.formula(args[0]))
	case operators.LogicalAnd:
		return and(p.formula(args[0]), p.formula(args[1]))
	case operators.LogicalOr:
		return not(and(not(p.formula(args[0])), not(p.formula(args[1]))))
	case operators.Conditional:
		return choice(p.formula(args[0]), p.formula(args[1]), p.formula(args[2]))
	case operators.Equals:
		return p.equal(args[0], args[1])
	case operators.NotEquals:
		return not(p.equal(args[0], args[1]))
	case operators.Less:
		return p.less(args[0], args[1])
	case operators.Greater:
		return p.less(args[1], args[0])
	case operators.GreaterEquals:
		return p.notLess(args[0], args[1])
	case operators.LessEquals:
		return p.notLess(args[1], args[0])
	case operators.In:
		return p.in(args[0], args[1])
	}
	return nil
}

// less returns the formula of x < y.
func (p *parts) less(x, y ast.Expr) formula {
	s, t := celtext.Of(x), celtext.Of(y)
	var to numeric
	if n := celtext.Number(y); n != nil {
		to = numeric{of: s, sign: '<', number: *n}
	} else if n := celtext.Number(x); n != nil {
		to = numeric{of: t, sign: '>', number: *n}
	}
	return p.part(s+" < "+t, to, false, operands{})
}

// notLess returns the formula of x >= y. That is not the negation of x < y if one of them is NaN, the result of a
// division or of double() on a string.
func (p *parts) notLess(x, y ast.Expr) formula {
	if s, t := celtext.Of(x), celtext.Of(y); divides(s) || divides(t) {
		return p.part(s+" >= "+t, numeric{}, false, operands{})
	}
	return not(p.less(x, y))
}

// equal returns the formula of x == y. Between booleans it is a logical operator.
func (p *parts) equal(x, y ast.Expr) formula {
	if truthful(x) || truthful(y) {
		f, g := p.formula(x), p.formula(y)
		return choice(f, g, not(g))
	}
	s, t := celtext.Of(x), celtext.Of(y)
	var to numeric
	if n := celtext.Number(y); n != nil {
		to = numeric{of: s, sign: '=', number: *n}
	} else if n := celtext.Number(x); n != nil {
		to = numeric{of: t, sign: '=', number: *n}
	}
	return p.part(equalText(s, t), to, false, operands{left: x, right: y})
}

// truthful reports whether an expression is boolean by its syntax.
func truthful(e ast.Expr) bool {
	switch e.Kind() {
	case ast.LiteralKind:
		_, is := e.AsLiteral().(types.Bool)
		return is
	case ast.SelectKind:
		return e.AsSelect().IsTestOnly()
	case ast.CallKind:
		switch e.AsCall().FunctionName() {
		case operators.LogicalNot, operators.LogicalAnd, operators.LogicalOr, operators.In, operators.Equals, operators.NotEquals,
			operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
			return true
		}
	}
	return false
}

// in returns the formula of x in a list of literals, or nil for another list.
func (p *parts) in(x, list ast.Expr) formula {
	if list.Kind() != ast.ListKind || list.AsList().Size() == 0 || len(list.AsList().OptionalIndices()) > 0 {
		return nil
	}
	none := func(*parts) truth3 { return holds }
	for _, e := range list.AsList().Elements() {
		if e.Kind() != ast.LiteralKind {
			return nil
		}
		none = and(none, not(p.equal(x, e)))
	}
	return not(none)
}

// equalText returns the same text for x == y and y == x.
func equalText(s, t string) string { return min(s, t) + " == " + max(s, t) }

// divides reports whether a text contains a division or a conversion to double: such a number may be NaN.
func divides(text string) bool {
	return strings.Contains(text, "/") || strings.Contains(text, "double(")
}

func (p *parts) part(text string, to numeric, safe bool, of operands) formula {
	at := slices.Index(p.all, text)
	if at < 0 {
		at = len(p.all)
		p.all, p.safe, p.to = append(p.all, text), append(p.safe, safe), append(p.to, to)
		p.of = append(p.of, of)
	}
	return func(p *parts) truth3 { return p.values[at] }
}

func not(f formula) formula { return func(p *parts) truth3 { return -f(p) } }

func and(f, g formula) formula { return func(p *parts) truth3 { return min(f(p), g(p)) } }

func choice(which, then, otherwise formula) formula {
	return func(p *parts) truth3 {
		switch which(p) {
		case holds:
			return then(p)
		case fails:
			return otherwise(p)
		}
		return errs
	}
}
