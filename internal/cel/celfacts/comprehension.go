package celfacts

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// bound evaluates f with a variable set.
func (ev *evaluator) bound(name string, v value, f func() value) value {
	if ev.vars == nil {
		ev.vars = map[string]value{}
	}
	before, was := ev.vars[name]
	ev.vars[name] = v
	result := f()
	if was {
		ev.vars[name] = before
	} else {
		delete(ev.vars, name)
	}
	return result
}

func (ev *evaluator) comprehension(e ast.Expr) value {
	c := e.AsComprehension()
	m := macroOf(c)
	if m.name == "bind" {
		v := ev.eval(c.AccuInit())
		if v.failed() {
			return v
		}
		return ev.bound(c.AccuVar(), v, func() value { return ev.eval(m.transform) })
	}
	over := ev.eval(c.IterRange())
	if over.failed() {
		return over
	}
	text := short(over.text + " " + m.textIn(c))
	if m.name == "" {
		return value{text: text}
	}
	first, second, through := ev.item(c, over)
	if !ev.filled(over, through) {
		switch m.name {
		case operators.All:
			return value{outcome: isTrue, text: text}
		case operators.Exists, operators.ExistsOne:
			return value{outcome: isFalse, text: text}
		}
		return value{text: text, filled: isFalse}
	}
	v := ev.bound(c.IterVar(), first, func() value {
		return ev.bound(c.IterVar2(), second, func() value { return ev.over(m, text) })
	})
	if ev.rough && !v.failed() {
		v.outcome, v.filled = unknown, unknown // the list may be empty
	}
	return v
}

// textIn returns a text that distinguishes a macro from others over the same list.
func (m macro) textIn(c ast.ComprehensionExpr) string {
	text := m.name + " " + c.IterVar() + " " + c.IterVar2()
	if m.predicate != nil {
		text += " " + celtext.Of(m.predicate)
	}
	if m.transform != nil {
		text += " " + celtext.Of(m.transform)
	}
	return text
}

// item returns the values of a comprehension's variables, and whether the absent field is inside the item.
func (ev *evaluator) item(c ast.ComprehensionExpr, over value) (first, second value, through bool) {
	item := value{text: "an item of " + over.text}
	key := value{text: "a key of " + over.text}
	isMap := false
	switch {
	case over.item != nil:
		item = *over.item
	case over.place != nil:
		p := ev.rules.itemAt(over.place, "*")
		item = value{text: p.text, place: p}
		isMap = over.place.Node != nil && over.place.Node.AdditionalProperties != nil
	}
	if item.place != nil {
		through = liesBelow(ev.absent, item.place.text)
	}
	switch {
	case c.IterVar2() != "":
		return key, item, through
	case isMap:
		return key, value{}, through
	}
	return item, value{}, through
}

// filled reports whether the list has an item.
func (ev *evaluator) filled(over value, through bool) bool {
	switch {
	case over.filled != unknown:
		return over.filled == isTrue
	case through, over.place != nil && over.place.neverEmpty():
		return true
	}
	return ev.rough || ev.ask("item in "+over.text)
}

// over evaluates a macro for the one item.
func (ev *evaluator) over(m macro, text string) value {
	holds := isTrue
	if m.predicate != nil {
		holds = ev.decide(ev.eval(m.predicate))
	}
	switch m.name {
	case operators.All, operators.ExistsOne:
		return value{outcome: holds, text: text}
	case operators.Exists:
		// There may be another, unknown item.
		if holds == isTrue || ev.collect != nil {
			return value{outcome: isTrue, text: text}
		}
		if !ev.rough && ev.ask("another: "+text) {
			holds = isTrue
		}
		return value{outcome: holds, text: text}
	}
	if holds.failed() {
		return value{outcome: holds}
	}
	if holds == isFalse && ev.collect == nil && !ev.rough {
		return value{text: text, filled: isFalse}
	}
	item := ev.eval(m.transform)
	if item.failed() {
		return item
	}
	return value{text: text, item: &item, filled: holds}
}
