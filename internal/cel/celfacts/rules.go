// Package celfacts derives facts about the CEL rules of a schema from the rules and the schema: which cannot pass or
// cannot fail, which read a field that may be absent, which values they compare with fields. It evaluates an expression
// with all combinations of answers to its questions (is this field present, is that value equal to this one), if they
// are few.
//
// A fact about all values that the schema accepts (always, never) is certain. A fact about some value assumes that its
// answers can be true together: size(self) > 3 and size(self) < 2 are two questions. The package knows lists of one
// item or none, and the functions size, has and those of optional values. It calculates nothing, and skips expressions
// with too many questions: it does not find everything.
package celfacts

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
)

// Rules are the CEL rules of a schema and their messageExpressions.
type Rules struct {
	tree        *schemafacts.Tree
	expressions []celcost.Expression
	// absent caches AbsentReads.
	absent *[]AbsentRead
	// branches caches the fields that schemas inside of junctors require.
	branches map[string]bool
}

// Of returns the CEL rules of a schema, given its expressions that compile in the order of the schema.
func Of(t *schemafacts.Tree, expressions []celcost.Expression) *Rules {
	return &Rules{tree: t, expressions: expressions}
}

// Around returns the other CEL rules of an expression's node and of the nodes above it.
func (rs *Rules) Around(e *celcost.Expression) []*celcost.Expression {
	var nodes []int32 // nodes with rules
	for n := &rs.tree.Nodes[e.Node]; n != nil; n = rs.tree.Parent(n) {
		if len(n.XValidations()) > 0 {
			nodes = append(nodes, n.ID)
		}
	}
	var all []*celcost.Expression
	for _, id := range slices.Backward(nodes) {
		of := rs.of(id)
		for i := range of {
			if o := &of[i]; !o.Message && (o.Node != e.Node || o.Rule != e.Rule) {
				all = append(all, o)
			}
		}
	}
	return all
}

// of returns the expressions of a node.
func (rs *Rules) of(id int32) []celcost.Expression {
	byNode := func(e celcost.Expression, id int32) int { return cmp.Compare(e.Node, id) }
	from, _ := slices.BinarySearchFunc(rs.expressions, id, byNode)
	to, _ := slices.BinarySearchFunc(rs.expressions, id+1, byNode)
	return rs.expressions[from:to]
}

// UpdateOnly reports whether an expression is evaluated on updates only.
func (rs *Rules) UpdateOnly(e *celcost.Expression) bool {
	return e.UsesOldSelf() && !rs.OptionalOld(e)
}

// OptionalOld reports whether oldSelf is an optional value.
func (rs *Rules) OptionalOld(e *celcost.Expression) bool {
	o := rs.tree.Nodes[e.Node].XValidations()[e.Rule].OptionalOldSelf
	return o != nil && *o
}

// RequiredByBranch reports whether a schema inside of a junctor requires a field, so that it may be required.
func (rs *Rules) RequiredByBranch(p *Place) bool {
	if p.above == nil || p.above.Node == nil {
		return false
	}
	if rs.branches == nil {
		rs.branches = map[string]bool{}
		for i := range rs.tree.Nodes {
			if n := &rs.tree.Nodes[i]; n.Nested {
				for _, name := range n.Required {
					rs.branches[rs.tree.FieldPath(n)+"."+name] = true
				}
			}
		}
	}
	return rs.branches[rs.tree.FieldPath(p.above.Node)+"."+p.Name]
}
