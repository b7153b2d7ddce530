package celfacts

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// Compared calls found for each part of an expression that is compared for equality with a value of the schema, also
// with an item of a list. It may call it several times for a part of a macro.
func (rs *Rules) Compared(e *celcost.Expression, found func(n *schematree.Node, with ast.Expr)) {
	for _, c := range rs.surveyOf(e).compared {
		found(c.node, c.with)
	}
}
