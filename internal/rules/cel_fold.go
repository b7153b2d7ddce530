package rules

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// fold is what a comprehension was before its macro was expanded.
type fold struct {
	macro string // all, exists, exists_one, map, filter; bind for a local name
	// predicate is nil for a map that takes every item.
	predicate, transform ast.Expr
}

// foldOf recognizes the comprehensions that macros make; its macro is "" for
// others.
func foldOf(c ast.ComprehensionExpr) fold {
	if c.IterRange().Kind() == ast.ListKind && len(c.IterRange().AsList().Elements()) == 0 {
		return fold{macro: "bind", transform: c.Result()}
	}
	if c.LoopStep().Kind() != ast.CallKind {
		return fold{}
	}
	step := c.LoopStep().AsCall()
	args := step.Args()
	accu := func(e ast.Expr) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == c.AccuVar() }
	isBool := func(e ast.Expr, b types.Bool) bool { return e.Kind() == ast.LiteralKind && e.AsLiteral() == b }
	switch name := step.FunctionName(); {
	case name == operators.LogicalAnd && len(args) == 2 && accu(args[0]) && accu(c.Result()) && isBool(c.AccuInit(), types.True):
		return fold{macro: operators.All, predicate: args[1]}
	case name == operators.LogicalOr && len(args) == 2 && accu(args[0]) && accu(c.Result()) && isBool(c.AccuInit(), types.False):
		return fold{macro: operators.Exists, predicate: args[1]}
	case name == operators.Add && len(args) == 2 && accu(args[0]):
		return collected(c, nil, args[1])
	case name == operators.Conditional && len(args) == 3 && accu(args[2]) && args[1].Kind() == ast.CallKind:
		then := args[1].AsCall()
		if then.FunctionName() != operators.Add || len(then.Args()) != 2 || !accu(then.Args()[0]) {
			return fold{}
		}
		if c.Result().Kind() == ast.CallKind {
			return fold{macro: operators.ExistsOne, predicate: args[0]}
		}
		return collected(c, args[0], then.Args()[1])
	}
	return fold{}
}

// collected is a map or a filter: its step adds a list of one item.
func collected(c ast.ComprehensionExpr, predicate, added ast.Expr) fold {
	if added.Kind() != ast.ListKind || len(added.AsList().Elements()) != 1 {
		return fold{}
	}
	item := added.AsList().Elements()[0]
	if predicate != nil && item.Kind() == ast.IdentKind && item.AsIdent() == c.IterVar() && c.IterVar2() == "" {
		return fold{macro: operators.Filter, predicate: predicate, transform: item}
	}
	return fold{macro: operators.Map, predicate: predicate, transform: item}
}

// bound evaluates with a variable set.
func (s *supposition) bound(name string, v supposed, f func() supposed) supposed {
	before, was := s.vars[name]
	s.vars[name] = v
	result := f()
	if was {
		s.vars[name] = before
	} else {
		delete(s.vars, name)
	}
	return result
}

func (s *supposition) comprehension(c ast.ComprehensionExpr) supposed {
	f := foldOf(c)
	if f.macro == "bind" {
		v := s.eval(c.AccuInit())
		if v.failed() {
			return v
		}
		return s.bound(c.AccuVar(), v, func() supposed { return s.eval(f.transform) })
	}
	over := s.eval(c.IterRange())
	if over.failed() {
		return over
	}
	text := over.text + " " + f.text(c)
	if f.macro == "" {
		return supposed{text: text}
	}
	first, second, through := s.item(c, over)
	if !s.filled(over, through) {
		switch f.macro {
		case operators.All:
			return supposed{outcome: isTrue, text: text}
		case operators.Exists, operators.ExistsOne:
			return supposed{outcome: isFalse, text: text}
		}
		return supposed{text: text, filled: isFalse}
	}
	v := s.bound(c.IterVar(), first, func() supposed {
		return s.bound(c.IterVar2(), second, func() supposed { return s.over(f, text) })
	})
	if s.rough && !v.failed() {
		v.outcome, v.filled = unknown, unknown // the list may be empty
	}
	return v
}

// text tells a fold from others over the same list.
func (f fold) text(c ast.ComprehensionExpr) string {
	text := f.macro + " " + c.IterVar() + " " + c.IterVar2()
	if f.predicate != nil {
		text += " " + celText(f.predicate)
	}
	if f.transform != nil {
		text += " " + celText(f.transform)
	}
	return text
}

// item returns what the variables of a comprehension stand for, and whether the
// absent field is one of the item's.
func (s *supposition) item(c ast.ComprehensionExpr, over supposed) (first, second supposed, through bool) {
	item := supposed{text: "an item of " + over.text}
	key := supposed{text: "a key of " + over.text}
	isMap := false
	switch {
	case over.item != nil:
		item = *over.item
	case over.place != nil:
		p := s.version.itemAt(over.place, "*")
		item = supposed{text: p.text, place: p}
		isMap = over.place.node != nil && over.place.node.AdditionalProperties != nil
	}
	if item.place != nil {
		through = liesBelow(s.absent, item.place.text)
	}
	switch {
	case c.IterVar2() != "":
		return key, item, through
	case isMap:
		return key, supposed{}, through
	}
	return item, supposed{}, through
}

// filled answers whether there is an item.
func (s *supposition) filled(over supposed, through bool) bool {
	switch {
	case over.filled != unknown:
		return over.filled == isTrue
	case through, over.place != nil && over.place.neverEmpty():
		return true
	}
	return s.rough || s.ask("item in "+over.text)
}

// over evaluates what a macro does to the one item.
func (s *supposition) over(f fold, text string) supposed {
	holds := isTrue
	if f.predicate != nil {
		holds = s.decide(s.eval(f.predicate))
	}
	switch f.macro {
	case operators.All, operators.ExistsOne:
		return supposed{outcome: holds, text: text}
	case operators.Exists:
		// An item of which nothing is supposed may be beside this one.
		if holds == isTrue || s.collect != nil {
			return supposed{outcome: isTrue, text: text}
		}
		if !s.rough && s.ask("another: "+text) {
			holds = isTrue
		}
		return supposed{outcome: holds, text: text}
	}
	if holds.failed() {
		return supposed{outcome: holds}
	}
	if holds == isFalse && s.collect == nil && !s.rough {
		return supposed{text: text, filled: isFalse}
	}
	item := s.eval(f.transform)
	if item.failed() {
		return item
	}
	return supposed{text: text, item: &item, filled: holds}
}
