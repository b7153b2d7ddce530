package celfacts

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celcost"
)

// evaluator evaluates expressions for which a field is absent, with every combination of answers to other questions:
// whether other fields are present, how values compare. The same question has the same answer everywhere.
//
// A list has one item or none, which loses some combinations: the evaluator may miss a true result or an error, but
// does not invent errors.
type evaluator struct {
	rules   *Rules
	current *celcost.Expression
	tree    *ast.AST
	// optionalOld is set if oldSelf is an optional value.
	optionalOld bool
	base        *Place // self
	old         *Place // oldSelf
	maybe       *Place // oldSelf if it is optional
	vars        map[string]value
	// absent is the text of the absent field's place.
	absent string
	// emptied makes the absent field read as the empty value of its type, if that is known.
	emptied bool

	// collect receives every field that is read; all parts are evaluated then.
	collect func(p *Place, at ast.Expr)

	// compare receives every value that is compared for equality, and the other operand.
	compare func(v value, with ast.Expr)

	// errors lets functions that may end in an error do so under some answers.
	errors bool

	// rough leaves every question unanswered, so that one evaluation shows what may fail: an expression that does not
	// fail then fails with no answers.
	rough bool

	answers map[string]bool
	equals  map[string]equality
	trail   []answer
	step    int
}

func newEvaluator(rs *Rules, e *celcost.Expression) *evaluator {
	ev := &evaluator{rules: rs}
	ev.use(e)
	return ev
}

// use sets the expression to evaluate.
func (ev *evaluator) use(e *celcost.Expression) {
	if ev.current == e {
		return
	}
	ev.current = e
	ev.tree = e.AST()
	n := &ev.rules.tree.Nodes[e.Node]
	at := ev.rules.tree.FieldPath(n)
	ev.base = &Place{text: "self." + at, Node: n, sure: true}
	ev.old = &Place{text: "oldSelf." + at, Node: n, sure: true}
	ev.maybe = &Place{text: ev.old.text, Node: n}
	ev.optionalOld = ev.rules.OptionalOld(e)
	clear(ev.vars)
}
