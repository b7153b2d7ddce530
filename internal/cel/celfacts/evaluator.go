package celfacts

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celcost"
)

// evaluator evaluates expressions while a field is absent, of every
// combination of what else they ask: whether other fields are there, how values
// compare. The same question has the same answer wherever it is asked.
//
// Lists have one item or none, which loses some combinations: so true may be
// missed, and errors, but no error is made up.
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
	// absent is the place of the field that is absent.
	absent string
	// emptied has it read as the empty value of its type, where that is known.
	emptied bool

	// collect is told of every field that is read; everything is evaluated then.
	collect func(p *Place, at ast.Expr)

	// compare is told of every value that is compared for equality, and with what.
	compare func(v value, with ast.Expr)

	// errors has functions that may end in an error do so under some answers.
	errors bool

	// rough leaves every question open, so that one evaluation tells what may
	// fail: what has not failed then does not for any answers.
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

// use makes an expression the one that is evaluated.
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
