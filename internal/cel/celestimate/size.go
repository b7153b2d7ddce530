package celestimate

import (
	"math"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/parser"
)

// node is an expression as estimators of sizes see it. It implements checker.AstNode.
type node struct {
	expr ast.Expr
	path []string
	t    *types.Type
	size *checker.SizeEstimate
}

func (n *node) Path() []string                      { return n.path }
func (n *node) Type() *types.Type                   { return n.t }
func (n *node) Expr() ast.Expr                      { return n.expr }
func (n *node) ComputedSize() *checker.SizeEstimate { return n.size }

func (e *estimate) node(x ast.Expr) *node {
	path := e.paths[x.ID()]
	if len(path) > 0 && (path[0] == parser.AccumulatorName || path[0] == parser.HiddenAccumulatorName) {
		path = nil
	}
	return &node{x, path, e.tree.GetType(x.ID()), e.known(x)}
}

// known returns the size of a literal, a list, a map or the result of a call, or nil.
func (e *estimate) known(x ast.Expr) *checker.SizeEstimate {
	size, ok := e.results[x.ID()]
	if ok {
		return &size
	}
	switch x.Kind() {
	case ast.LiteralKind:
		size = checker.FixedSizeEstimate(1)
		switch v := x.AsLiteral().(type) {
		case types.String:
			size = checker.FixedSizeEstimate(uint64(len(v)))
			if e.of.Characters {
				size = checker.FixedSizeEstimate(uint64(len([]rune(v))))
			}
		case types.Bytes:
			size = checker.FixedSizeEstimate(uint64(len(v)))
		}
	case ast.ListKind:
		size = checker.FixedSizeEstimate(uint64(x.AsList().Size()))
	case ast.MapKind:
		size = checker.FixedSizeEstimate(uint64(x.AsMap().Size()))
	case ast.StructKind:
		if e.of.Messages {
			return nil
		}
	default:
		return nil
	}
	return &size
}

// size returns the size that a value can have, without limit if it is unknown.
func (e *estimate) size(n checker.AstNode) checker.SizeEstimate {
	if size := n.ComputedSize(); size != nil {
		return *size
	}
	if size := e.sizes.EstimateSize(n); size != nil {
		return *size
	}
	switch n.Type().Kind() {
	case types.BoolKind, types.DoubleKind, types.DurationKind, types.IntKind, types.TimestampKind, types.UintKind:
		return checker.FixedSizeEstimate(1)
	}
	return checker.UnknownSizeEstimate()
}

// scaled multiplies a size by the cost of one unit.
func (e *estimate) scaled(size checker.SizeEstimate, factor float64) checker.CostEstimate {
	cost := size.MultiplyByCostFactor(factor)
	if !e.of.Saturates && factor == 1 {
		cost.Min, cost.Max = overflown(size.Min, cost.Min), overflown(size.Max, cost.Max)
	}
	return cost
}

// overflown returns the result on amd64 of converting math.MaxUint64 to a floating-point number and back: the float is
// one too large.
func overflown(size, cost uint64) uint64 {
	if float64(size) >= math.MaxUint64 {
		return 1 << 63
	}
	return cost
}
