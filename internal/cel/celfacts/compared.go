package celfacts

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/schema"
)

// Compared calls found with each part of an expression that a value of the schema
// is compared with for equality, also as an item of a list. It may do so more than
// once for a part in a macro.
func (rs *Rules) Compared(e *celcost.Expression, found func(n *schema.Node, with ast.Expr)) {
	for _, c := range rs.surveyOf(e).compared {
		found(c.node, c.with)
	}
}
