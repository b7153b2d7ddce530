package celtrack

import (
	"math"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
)

// tracker counts what an evaluation costs, as the CostTracker of cel-go does: with a stack of the
// values that steps have come to, on which calls find their arguments. That takes as long as the
// evaluation itself; here it is known beforehand what each step takes off the stack, and nothing
// is allocated. It is for one evaluation at a time.
//
// Values may stay on the stack, and calls whose arguments are not there cost nothing: what cel-go
// does then is part of the answer of a server, and so of this.
type tracker struct {
	costs       interpreter.ActualCostEstimator
	cost, limit uint64
	stack       []stacked
	args        []ref.Val
}

type stacked struct {
	value ref.Val
	id    int64
}

// mostStacked is how many values the stack has room for that is kept for the next evaluation.
const mostStacked = 1 << 10

// end forgets the values of an evaluation.
func (t *tracker) end() {
	if cap(t.stack) > mostStacked {
		t.stack = nil
	}
	clear(t.stack[:cap(t.stack)])
	clear(t.args[:cap(t.args)])
	t.stack = t.stack[:0]
}

// observe counts a step that has come to a value.
func (t *tracker) observe(s *step, value ref.Val) {
	switch s.kind {
	case calls:
		if args, ok := t.take(s.takes()); ok {
			t.cost += t.costOf(s.call, args, value)
		}
	case makes:
		t.take(s.takes())
		t.cost += uint64(s.cost)
	default:
		for _, id := range s.takes() {
			t.drop(id)
		}
		t.cost += uint64(s.cost)
	}
	t.stack = append(t.stack, stacked{value, s.id})
	if t.cost > t.limit {
		panic(interpreter.EvalCancelledError{Cause: interpreter.CostLimitExceeded, Message: "operation cancelled: actual cost limit exceeded"})
	}
}

// drop takes the last value of a step off the stack with all above it, if there is one.
func (t *tracker) drop(id int64) bool {
	for i := len(t.stack) - 1; i >= 0; i-- {
		if t.stack[i].id == id {
			t.stack = t.stack[:i]
			return true
		}
	}
	return false
}

// take takes the values of some steps off the stack with all above them, the last one first, and
// returns them. It stops at one that is not there.
func (t *tracker) take(ids []int64) ([]ref.Val, bool) {
	if cap(t.args) < len(ids) {
		t.args = make([]ref.Val, len(ids))
	}
	t.args = t.args[:len(ids)]
	for i := len(ids) - 1; i >= 0; i-- {
		if !t.drop(ids[i]) {
			return nil, false
		}
		t.args[i] = t.stack[:len(t.stack)+1][len(t.stack)].value
	}
	return t.args, true
}

// costOf is what a call costs, as costCall of cel-go's runtimecost.go has it.
func (t *tracker) costOf(c *call, args []ref.Val, result ref.Val) uint64 {
	if cost := t.costs.CallCost(c.function, c.overload, args, result); cost != nil {
		return *cost
	}
	switch c.by {
	case byFirst:
		return part(sizeOf(args[0]))
	case bySecond:
		return part(sizeOf(args[1]))
	case byItems:
		return sizeOf(args[1])
	case byLesser:
		return part(min(sizeOf(args[0]), sizeOf(args[1])))
	case byBoth:
		return part(sizeOf(args[0]) + sizeOf(args[1]))
	case byMatch:
		text := uint64(math.Ceil((1 + float64(sizeOf(args[0]))) * common.StringTraversalCostFactor))
		return text * uint64(math.Ceil(float64(sizeOf(args[1]))*common.RegexStringLengthCostFactor))
	case byContained:
		return part(sizeOf(args[0])) * part(sizeOf(args[1]))
	}
	return 1
}

// part is what it costs to go through a text.
func part(size uint64) uint64 {
	return uint64(math.Ceil(float64(size) * common.StringTraversalCostFactor))
}

func sizeOf(value ref.Val) uint64 {
	if sized, ok := value.(traits.Sizer); ok {
		return uint64(sized.Size().(types.Int))
	}
	if optional, ok := value.(*types.Optional); ok && optional.HasValue() {
		return sizeOf(optional.GetValue())
	}
	return 1
}

// costing says what a call costs goes by.
type costing uint8

const (
	byNothing costing = iota // it costs 1
	byFirst
	bySecond
	byItems
	byLesser
	byBoth
	byMatch
	byContained
)

func costingOf(overload string) costing {
	switch overload {
	case overloads.StartsWithString, overloads.EndsWithString:
		return bySecond
	case overloads.StringToBytes, overloads.BytesToString, overloads.ExtQuoteString, overloads.ExtFormatString:
		return byFirst
	case overloads.InList:
		return byItems
	case overloads.LessString, overloads.GreaterString, overloads.LessEqualsString, overloads.GreaterEqualsString,
		overloads.LessBytes, overloads.GreaterBytes, overloads.LessEqualsBytes, overloads.GreaterEqualsBytes,
		overloads.Equals, overloads.NotEquals:
		return byLesser
	case overloads.AddString, overloads.AddBytes:
		return byBoth
	case overloads.Matches, overloads.MatchesString:
		return byMatch
	case overloads.ContainsString:
		return byContained
	}
	return byNothing
}
