package celrun

import (
	"github.com/google/cel-go/common/types/ref"
	"k8s.io/apiserver/pkg/cel/library"
)

// costs is the server's estimator. What is added to expressions costs nothing.
type costs struct{ library.CostEstimator }

// CallCost implements interpreter.ActualCostEstimator.
func (c *costs) CallCost(function, overload string, args []ref.Val, result ref.Val) *uint64 {
	if function == stepEnd {
		return new(uint64)
	}
	return c.CostEstimator.CallCost(function, overload, args, result)
}
