package celestimate

import (
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/operators"
	"k8s.io/apiserver/pkg/cel/library"
)

// library returns what Kubernetes' own estimator says of a call; nil if it says
// nothing. It learned of functions as they were added, with few exceptions.
func (f *function) library(overload string) *checker.CallEstimate {
	switch f.name {
	case "quantity", "isQuantity":
		if !f.of.Quantities {
			return nil
		}
	case operators.Equals:
		if !f.of.Equality {
			return nil
		}
	}
	l := library.CostEstimator{SizeEstimator: f.sizes}
	c := l.EstimateCallCost(f.name, overload, f.target, f.args)
	if c != nil && f.name == "url" && !f.of.ResultOfURL {
		c.ResultSize = nil
	}
	return c
}
