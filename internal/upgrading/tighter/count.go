package tighter

import (
	"maps"
	"math"
	"unicode/utf8"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// between are the numbers among which the value of an expression certainly is; infinite where
// nothing bounds them.
type between struct{ least, most float64 }

// number knows numbers: literals, values that have bounds, sums, what a condition chooses, how long
// lists and strings may be, and how many items a filter takes, as in has(self.a) ? 1 : 0 and
// [has(self.a), has(self.b)].filter(x, x).size().
func (f *folding) number(e ast.Expr) (between, bool) {
	if n := celtext.Number(e); n != nil {
		return between{*n, *n}, true
	}
	if v, known := f.value(e); known {
		switch n := v.(type) {
		case int64:
			return between{float64(n), float64(n)}, math.Abs(float64(n)) < mostExact
		case float64:
			return between{n, n}, true
		}
		return between{}, false
	}
	if e.Kind() != ast.CallKind {
		return f.bounded(e)
	}
	c := e.AsCall()
	args := c.Args()
	switch c.FunctionName() {
	case operators.Add:
		a, ok := f.number(args[0])
		b, okToo := f.number(args[1])
		sum := between{a.least + b.least, a.most + b.most}
		return sum, ok && okToo && sum.least > -mostExact && sum.most < mostExact // beyond, it is an error
	case operators.Conditional:
		return f.chosen(args)
	case "size":
		return f.size(sized(e))
	}
	return between{}, false
}

// chosen are the numbers of a conditional expression.
func (f *folding) chosen(args []ast.Expr) (between, bool) {
	switch f.fold(args[0]) {
	case always:
		return f.number(args[1])
	case never:
		return f.number(args[2])
	}
	if !f.safe(args[0]) {
		return between{}, false
	}
	a, ok := f.given(args[0]).number(args[1])
	b, okToo := f.number(args[2])
	return between{min(a.least, b.least), max(a.most, b.most)}, ok && okToo
}

// safe reports whether a condition ends in no error: it is has(x), or x.size() > 0, of what
// is there.
func (f *folding) safe(e ast.Expr) bool {
	switch e.Kind() {
	case ast.SelectKind:
		_, there := f.place(e.AsSelect().Operand())
		return e.AsSelect().IsTestOnly() && there
	case ast.CallKind:
		c := e.AsCall()
		if c.FunctionName() != operators.Greater || celtext.Number(c.Args()[1]) == nil {
			return false
		}
		of := sized(c.Args()[0])
		if of == nil {
			return false
		}
		_, there := f.place(of)
		return there
	}
	return false
}

// given is the folding of what is evaluated only if a condition holds.
func (f *folding) given(condition ast.Expr) *folding {
	inside := *f
	inside.holds = maps.Clone(f.holds)
	if inside.holds == nil {
		inside.holds = map[string]bool{}
	}
	if condition.Kind() == ast.CallKind {
		c := condition.AsCall()
		inside.holds[longer(sized(c.Args()[0]), c.Args()[1])] = true
	} else {
		inside.holds[celtext.Of(condition)] = true
	}
	return &inside
}

// longer is how it is noted that a list has more items than a number.
func longer(list, than ast.Expr) string { return "size " + celtext.Of(list) + " " + celtext.Of(than) }

// sized is what size() is asked of; nil for another expression.
func sized(e ast.Expr) ast.Expr {
	if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != "size" {
		return nil
	}
	c := e.AsCall()
	if c.IsMemberFunction() {
		return c.Target()
	}
	return c.Args()[0]
}

// size is how many items a list has that is there, or that a filter takes.
func (f *folding) size(of ast.Expr) (between, bool) {
	if of.Kind() == ast.ComprehensionKind {
		return f.taken(of.AsComprehension())
	}
	if v, known := f.value(of); known {
		switch v := v.(type) {
		case string:
			n := float64(utf8.RuneCountInString(v))
			return between{n, n}, true
		case []any:
			return between{float64(len(v)), float64(len(v))}, true
		}
		return between{}, false
	}
	s, there := f.place(of)
	if !there || s.old == nil || s.old.Nullable || s.new == nil || s.new.Nullable || s.old.Type != s.new.Type {
		return between{}, false
	}
	switch {
	case s.old.Type == "array":
		return sizes(s.old.MinItems, s.old.MaxItems), true
	case s.old.Type == "string" && s.old.Format == s.new.Format && (s.old.Format == "" || !textless[s.old.Format]):
		return sizes(s.old.MinLength, s.old.MaxLength), true
	case s.old.Type == "object" && s.old.ValueSchema() != nil && s.new.ValueSchema() != nil && s.old.Properties.Len() == 0 && s.new.Properties.Len() == 0:
		return sizes(s.old.MinProperties(), s.old.MaxProperties()), true
	}
	return between{}, false
}

// textless are the formats of strings that CEL reads as something else.
var textless = map[string]bool{"byte": true, "date": true, "date-time": true, "datetime": true, "duration": true}

// sizes are those between two bounds of a schema.
func sizes(least, most *int64) between {
	n := between{most: math.Inf(1)}
	if least != nil {
		n.least = max(0, float64(*least))
	}
	if most != nil {
		n.most = float64(*most)
	}
	return n
}

// bounded are the numbers that the old schema accepts at a place.
func (f *folding) bounded(e ast.Expr) (between, bool) {
	s, there := f.place(e)
	if !there || s.old == nil || s.new == nil || s.old.Nullable || s.new.Nullable || s.old.Type != s.new.Type || s.old.Type != "integer" && s.old.Type != "number" {
		return between{}, false
	}
	n := between{math.Inf(-1), math.Inf(1)}
	if least := s.old.Minimum; least != nil {
		n.least = *least
		if s.old.ExclusiveMinimum && s.old.Type == "integer" && *least == math.Trunc(*least) {
			n.least++
		}
	}
	if most := s.old.Maximum; most != nil {
		n.most = *most
		if s.old.ExclusiveMaximum && s.old.Type == "integer" && *most == math.Trunc(*most) {
			n.most--
		}
	}
	if math.Abs(n.least) >= mostExact && !math.IsInf(n.least, 0) || math.Abs(n.most) >= mostExact && !math.IsInf(n.most, 0) {
		return between{}, false
	}
	return n, true
}

// mostExact bounds the whole numbers of which each is a float64.
const mostExact = 1 << 53

// taken is how many items a filter takes.
func (f *folding) taken(c ast.ComprehensionExpr) (between, bool) {
	takes := condition(c)
	if takes == nil || c.HasIterVar2() || c.Result().Kind() != ast.IdentKind || c.Result().AsIdent() != c.AccuVar() {
		return between{}, false
	}
	if c.IterRange().Kind() == ast.ListKind {
		return f.takenOf(c.IterRange().AsList(), takes, c.IterVar())
	}
	over, there := f.place(c.IterRange())
	if !there || over.old == nil || over.new == nil {
		return between{}, false
	}
	inside := f.with(c.IterVar(), both{old: over.old.ItemSchema(), new: over.new.ItemSchema()})
	return between{}, inside.fold(takes) == never
}

// takenOf is how many of the elements of a list are true, if that is what the filter asks.
func (f *folding) takenOf(list ast.ListExpr, takes ast.Expr, item string) (between, bool) {
	if !isTrue(takes, item) {
		return between{}, false
	}
	var n between
	for _, e := range list.Elements() {
		switch f.fold(e) {
		case always:
			n.least++
			n.most++
		case unsure:
			if !f.safe(e) {
				return between{}, false
			}
			n.most++
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
		return less(b, a)
	case operators.GreaterEquals:
		return less(a, b).not()
	case operators.LessEquals:
		return less(b, a).not()
	}
	return less(a, b)
}

func less(a, b between) constant {
	switch {
	case a.most < b.least:
		return always
	case a.least >= b.most:
		return never
	}
	return unsure
}

func (f *folding) sameNumber(a, b ast.Expr) constant {
	m, ok := f.number(a)
	n, okToo := f.number(b)
	switch {
	case !ok || !okToo:
		return unsure
	case m.most < n.least || n.most < m.least:
		return never
	case m.least == m.most && m == n && !math.IsInf(m.least, 0):
		return always
	}
	return unsure
}
