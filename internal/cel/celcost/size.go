package celcost

import (
	"github.com/google/cel-go/checker"
	apiservercel "k8s.io/apiserver/pkg/cel"
)

// sizes estimates the sizes of values from the bounds in their schema or, without bounds, from the size of a request.
// It mirrors sizeEstimator of pkg/apiserver/schema/cel.
type sizes struct{ self *apiservercel.DeclType }

// EstimateSize implements checker.CostEstimator. The first segment of a path is self or oldSelf, which have the same
// type.
func (s sizes) EstimateSize(n checker.AstNode) *checker.SizeEstimate {
	path := n.Path()
	if len(path) == 0 {
		return nil
	}
	t := s.self
	for _, segment := range path[1:] {
		switch segment {
		case "@items", "@values":
			t = t.ElemType
		case "@keys":
			t = t.KeyType
		default:
			f, ok := t.Fields[segment]
			if !ok {
				return nil
			}
			t = f.Type
		}
		if t == nil {
			return nil
		}
	}
	return &checker.SizeEstimate{Max: uint64(t.MaxElements)}
}

// EstimateCallCost implements checker.CostEstimator.
func (sizes) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}
