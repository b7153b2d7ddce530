// Package celtrack evaluates planned CEL expressions and counts what that costs, as cel-go's
// interpreter does with a CostTracker, in half the time.
//
// It mirrors interpreter/runtimecost.go of cel-go, whose counts decide on a server over what an
// object may cost.
package celtrack

import (
	"errors"
	"fmt"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// ErrUnknownStep says that a program is made otherwise than by the cel-go that this was written
// for.
var ErrUnknownStep = errors.New("a step of the program is not known")

// Program is a planned expression. It is for one evaluation at a time.
type Program struct {
	root interpreter.InterpretableV2
	tracker
}

// New returns the program that plan makes, with the decorator that it is given behind all other
// options. Costs tells what calls cost, as the estimator of a CostTracker without options does, but
// that to ask whether a field is there costs nothing.
func New(costs interpreter.ActualCostEstimator, plan func(last interpreter.InterpretableDecoratorV2) (interpreter.InterpretableV2, error)) (*Program, error) {
	p := &Program{tracker: tracker{costs: costs}}
	root, err := plan(p.around)
	p.root = root
	return p, err
}

// Evaluate returns the value of the expression, or an error, and what that cost. It ends with
// cel-go's error when it costs more than a limit.
func (p *Program) Evaluate(frame *interpreter.ExecutionFrame, limit uint64) (result ref.Val, cost uint64, err error) {
	p.cost, p.limit = 0, limit
	defer p.end()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case interpreter.EvalCancelledError:
			err = r
		default:
			err = fmt.Errorf("internal error: %v", r)
		}
		cost = p.cost
	}()
	result = p.root.Exec(frame)
	if types.IsError(result) {
		err = result.(*types.Err)
	}
	return result, 0, err
}
