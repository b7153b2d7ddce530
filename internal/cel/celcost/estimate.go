package celcost

import (
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/overloads"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celestimate"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// server holds the behaviour of a version that estimates depend on.
type server struct {
	cost  behaviour.Cost
	sizes behaviour.Sizes
}

// estimate returns the highest cost of one execution of an expression, given the known sizes of values.
func (s *server) estimate(x *celrule.Expression, sizes checker.CostEstimator) uint64 {
	switch known := (&library.CostEstimator{SizeEstimator: sizes}); {
	case !s.cost.LocalVariables:
		return celestimate.Cost(x.AST(), sizes, s.cost).Max
	case !s.cost.GlobalMatches:
		return x.Estimate(matchesForOne{known}).Max
	default:
		return x.Estimate(known).Max
	}
}

// CostOf returns the highest cost of one execution of an expression whose self has a type. The expression must have no
// error.
func (c *Checker) CostOf(x *celrule.Expression, self celrule.Self) uint64 {
	return c.server.estimate(x, sizes{self.Decl})
}

// ExecutionsOf returns how often a rule of a node is executed at most.
func ExecutionsOf(t *schematree.Tree, id int32, self celrule.Self) Cardinality {
	return executionsOf(bounds(t)[id], self)
}

// matchesForOne is the estimator of a server that takes the cost of matches(a, b) for 1.
type matchesForOne struct{ checker.CostEstimator }

// EstimateCallCost implements checker.CostEstimator.
func (m matchesForOne) EstimateCallCost(function, overload string, target *checker.AstNode, args []checker.AstNode) *checker.CallEstimate {
	if overload == overloads.Matches {
		return &checker.CallEstimate{CostEstimate: checker.FixedCostEstimate(1)}
	}
	return m.CostEstimator.EstimateCallCost(function, overload, target, args)
}
