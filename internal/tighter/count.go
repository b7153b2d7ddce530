package tighter

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/celtext"
)

// number knows whole numbers: literals, sums, what a condition chooses, and how many items a
// filter takes, as in has(self.a) ? 1 : 0 and [has(self.a), has(self.b)].filter(x, x).size().
func (f *folding) number(e ast.Expr) (int, bool) {
	if f.depth++; f.depth > deepest {
		return 0, false
	}
	defer func() { f.depth-- }()
	if n := celtext.Number(e); n != nil {
		whole := int(*n)
		return whole, float64(whole) == *n
	}
	if e.Kind() != ast.CallKind {
		return 0, false
	}
	c := e.AsCall()
	args := c.Args()
	switch c.FunctionName() {
	case operators.Add:
		a, ok := f.number(args[0])
		b, okToo := f.number(args[1])
		return a + b, ok && okToo
	case operators.Conditional:
		switch f.fold(args[0]) {
		case always:
			return f.number(args[1])
		case never:
			return f.number(args[2])
		}
	case "size":
		of := c.Target()
		if !c.IsMemberFunction() {
			of = args[0]
		}
		return f.taken(of)
	}
	return 0, false
}

// taken is how many items a filter takes.
func (f *folding) taken(e ast.Expr) (int, bool) {
	if e.Kind() != ast.ComprehensionKind {
		return 0, false
	}
	c := e.AsComprehension()
	takes := condition(c)
	if takes == nil || c.HasIterVar2() || c.Result().Kind() != ast.IdentKind || c.Result().AsIdent() != c.AccuVar() {
		return 0, false
	}
	if c.IterRange().Kind() == ast.ListKind {
		return f.takenOf(c.IterRange().AsList(), takes, c.IterVar())
	}
	over, there := f.place(c.IterRange())
	if !there || over.old == nil || over.new == nil {
		return 0, false
	}
	inside := f.with(c.IterVar(), both{old: over.old.ItemSchema(), new: over.new.ItemSchema()})
	return 0, inside.fold(takes) == never
}

// takenOf is how many of the elements of a list are true, if that is what the filter asks.
func (f *folding) takenOf(list ast.ListExpr, takes ast.Expr, item string) (int, bool) {
	if !isTrue(takes, item) {
		return 0, false
	}
	n := 0
	for _, e := range list.Elements() {
		switch f.fold(e) {
		case always:
			n++
		case unsure:
			return 0, false // it may end in an error
		}
	}
	return n, true
}

// isTrue reports whether an expression is x, or x == true.
func isTrue(e ast.Expr, x string) bool {
	if e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.Equals {
		args := e.AsCall().Args()
		if args[1].Kind() != ast.LiteralKind || args[1].AsLiteral() != types.True {
			return false
		}
		e = args[0]
	}
	return e.Kind() == ast.IdentKind && e.AsIdent() == x
}

// ordered compares numbers.
func (f *folding) ordered(c ast.CallExpr) constant {
	a, ok := f.number(c.Args()[0])
	b, okToo := f.number(c.Args()[1])
	if !ok || !okToo {
		return unsure
	}
	switch c.FunctionName() {
	case operators.Greater:
		return certain(a > b)
	case operators.GreaterEquals:
		return certain(a >= b)
	case operators.LessEquals:
		return certain(a <= b)
	}
	return certain(a < b)
}

func (f *folding) sameNumber(a, b ast.Expr) constant {
	m, ok := f.number(a)
	n, okToo := f.number(b)
	if !ok || !okToo {
		return unsure
	}
	return certain(m == n)
}
