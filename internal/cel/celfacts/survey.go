package celfacts

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// survey lists the reads and comparisons in all parts of an expression.
type survey struct {
	// readings are the reads of fields that may be absent, once for each field.
	readings []reading
	compared []comparison
}

type reading struct {
	place *Place
	at    ast.Expr
}

// comparison is a value of the schema and the part of an expression with which it is compared.
type comparison struct {
	node *schematree.Node
	with ast.Expr
}

// surveyOf evaluates each part of an expression once and stops at none of their outcomes.
func (rs *Rules) surveyOf(e *celcost.Expression) *survey {
	s := new(survey)
	ev := newEvaluator(rs, e)
	known := map[string]bool{}
	ev.collect = func(p *Place, at ast.Expr) {
		if !known[p.text] {
			known[p.text] = true
			s.readings = append(s.readings, reading{p, at})
		}
	}
	ev.compare = func(v value, with ast.Expr) {
		if v.place != nil && v.place.Node != nil {
			s.compared = append(s.compared, comparison{v.place.Node, with})
		}
	}
	ev.eval(ev.tree.Expr())
	return s
}
