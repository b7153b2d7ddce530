//go:build since1_27

package main

import "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"

// messageCost is the cost of a messageExpression, nil if there is none.
func messageCost(r cel.CompilationResult) *cost {
	switch {
	case r.MessageExpressionError != nil:
		return &cost{Error: r.MessageExpressionError.Detail}
	case r.MessageExpression != nil:
		return &cost{Cost: r.MessageExpressionMaxCost, Cardinality: 1, Bounded: true}
	}
	return nil
}
