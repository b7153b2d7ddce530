package celfacts

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// memo keeps what every evaluation of an expression comes across again: it is
// evaluated for each combination of answers, and for each field that may be absent.
type memo struct {
	texts    map[ast.Expr]string
	literals map[ast.Expr]value
	macros   map[ast.Expr]macro
	selves   map[int32]*selves
	surveys  map[*celcost.Expression]*survey
}

// selves are the places of self and oldSelf in the CEL rules of a node, and that of an
// oldSelf that is optional.
type selves struct{ self, old, maybe Place }

func newMemo() memo {
	return memo{map[ast.Expr]string{}, map[ast.Expr]value{}, map[ast.Expr]macro{}, map[int32]*selves{}, map[*celcost.Expression]*survey{}}
}

// textOf is the text of a part of an expression.
func (ev *evaluator) textOf(e ast.Expr) string {
	if ev.wordless {
		return ""
	}
	text, ok := ev.rules.memo.texts[e]
	if !ok {
		text = celtext.Of(e)
		text = short(text)
		ev.rules.memo.texts[e] = text
	}
	return text
}

// literal is the value of a literal.
func (ev *evaluator) literal(e ast.Expr) value {
	if ev.wordless {
		return literalOf(e, "")
	}
	v, ok := ev.rules.memo.literals[e]
	if !ok {
		v = literalOf(e, celtext.Literal(e.AsLiteral()))
		ev.rules.memo.literals[e] = v
	}
	return v
}

func literalOf(e ast.Expr, text string) value {
	v := value{text: text, literal: true, number: celtext.Number(e)}
	if b, ok := e.AsLiteral().(types.Bool); ok {
		v.outcome = truth(bool(b))
	}
	return v
}

// macro is what a comprehension was.
func (ev *evaluator) macro(e ast.Expr) macro {
	m, ok := ev.rules.memo.macros[e]
	if !ok {
		m = macroOf(e.AsComprehension())
		ev.rules.memo.macros[e] = m
	}
	if m.text == "" && m.name != "bind" && !ev.wordless {
		text := m.textIn(e.AsComprehension())
		m.text = short(text)
		ev.rules.memo.macros[e] = m
	}
	return m
}

// selvesAt returns the places of self and oldSelf in the CEL rules of a node.
func (rs *Rules) selvesAt(id int32) *selves {
	s := rs.memo.selves[id]
	if s == nil {
		n := &rs.tree.Nodes[id]
		at := rs.tree.FieldPath(n)
		s = &selves{
			self: Place{text: "self." + at, Node: n, sure: true},
			old:  Place{text: "oldSelf." + at, Node: n, sure: true},
		}
		s.maybe = Place{text: s.old.text, Node: n}
		rs.memo.selves[id] = s
	}
	return s
}
