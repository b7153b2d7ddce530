package celestimate

import (
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"k8s.io/apiserver/pkg/cel/library"
)

// function is a call whose overloads are estimated.
type function struct {
	*estimate
	name   string
	target *checker.AstNode // nil for a global function
	args   []checker.AstNode
	costs  []checker.CostEstimate // of args
}

// arguments returns the cost of all arguments together.
func (f *function) arguments() (sum checker.CostEstimate) {
	for _, c := range f.costs {
		sum = sum.Add(c)
	}
	return sum
}

// plus returns the estimate of a call that costs this much besides its arguments.
func (f *function) plus(cost checker.CostEstimate, result *checker.SizeEstimate) checker.CallEstimate {
	return checker.CallEstimate{CostEstimate: cost.Add(f.arguments()), ResultSize: result}
}

// passed returns the cost of traversing a string once.
func (f *function) passed(n checker.AstNode) checker.CostEstimate {
	return f.scaled(f.size(n), common.StringTraversalCostFactor)
}

// overload estimates a call and its arguments, but not its target.
func (f *function) overload(name string) checker.CallEstimate {
	if cost := f.sets(name); cost != nil {
		return f.plus(*cost, nil)
	}
	if c := f.library(name); c != nil {
		if !f.of.ResultsOfLibraries {
			c.ResultSize = nil
		}
		return f.plus(c.CostEstimate, c.ResultSize)
	}
	switch name {
	case overloads.StringToBytes, overloads.BytesToString, overloads.StartsWithString, overloads.EndsWithString:
		return f.plus(f.passed(f.args[0]), f.converted(name))
	case overloads.ExtFormatString:
		return f.plus(f.passed(*f.target), nil)
	case overloads.ExtQuoteString:
		size := f.size(f.args[0])
		return f.plus(f.passed(f.args[0]), &checker.SizeEstimate{Min: size.Min + 2, Max: size.Max*2 + 2})
	case overloads.InList:
		return f.plus(f.scaled(f.size(f.args[1]), 1), nil)
	case overloads.MatchesString:
		longer := f.size(*f.target).Add(checker.FixedSizeEstimate(1))
		pattern := f.scaled(f.size(f.args[0]), common.RegexStringLengthCostFactor)
		return f.plus(f.scaled(longer, common.StringTraversalCostFactor).Multiply(pattern), nil)
	case overloads.ContainsString:
		return f.plus(f.passed(*f.target).Multiply(f.passed(f.args[0])), nil)
	case overloads.LogicalOr, overloads.LogicalAnd:
		return checker.CallEstimate{CostEstimate: checker.CostEstimate{Min: f.costs[0].Min, Max: f.costs[0].Add(f.costs[1]).Max}}
	case overloads.Conditional:
		size := f.size(f.args[1]).Union(f.size(f.args[2]))
		return checker.CallEstimate{CostEstimate: f.costs[0].Add(f.costs[1].Union(f.costs[2])), ResultSize: &size}
	case overloads.AddString, overloads.AddBytes:
		size := f.size(f.args[0]).Add(f.size(f.args[1]))
		return f.plus(f.scaled(size, common.StringTraversalCostFactor), &size)
	case overloads.AddList:
		size := f.size(f.args[0]).Add(f.size(f.args[1]))
		return f.plus(fixed(1), &size)
	case overloads.LessString, overloads.GreaterString, overloads.LessEqualsString, overloads.GreaterEqualsString,
		overloads.LessBytes, overloads.GreaterBytes, overloads.LessEqualsBytes, overloads.GreaterEqualsBytes,
		overloads.Equals, overloads.NotEquals:
		return f.plus(f.compared(), nil)
	}
	return f.plus(fixed(1), nil)
}

// converted returns the size of the result of a conversion, in which a character has up to four bytes; nil for other
// functions.
func (f *function) converted(name string) *checker.SizeEstimate {
	if !f.of.ResultsOfLibraries {
		return nil
	}
	size := f.size(f.args[0])
	switch name {
	case overloads.StringToBytes:
		return &checker.SizeEstimate{Min: size.Min, Max: size.Max * 4}
	case overloads.BytesToString:
		return &checker.SizeEstimate{Min: size.Min / 4, Max: size.Max}
	}
	return nil
}

// compared returns the cost of traversing the smaller of two values.
func (f *function) compared() checker.CostEstimate {
	least := min(f.size(f.args[0]).Max, f.size(f.args[1]).Max)
	return f.scaled(checker.SizeEstimate{Min: min(least, 1), Max: least}, common.StringTraversalCostFactor)
}

// sets returns the cost of a function of sets, which compares each item with each; nil for other functions.
func (f *function) sets(overload string) *checker.CostEstimate {
	factor := 1.0
	switch overload {
	case "list_sets_contains_list", "list_sets_intersects_list":
	case "list_sets_equivalent_list":
		factor = 2
	default:
		return nil
	}
	cost := f.size(f.args[0]).Multiply(f.size(f.args[1])).MultiplyByCostFactor(factor).Add(fixed(1))
	return &cost
}

// library returns the estimate of Kubernetes' own estimator for a call; nil if it has none. With few exceptions, it
// knows a function since the function was added.
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
