// Package celrun makes programs of compiled CEL rules. Their results and costs are those of kube-apiserver, but they
// end where the server's process would run out of memory.
package celrun

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
)

// interruptAfter is the number of steps of comprehensions between two checks of the context. The server's number is
// larger, which only delays the end of a cancelled evaluation.
const interruptAfter = 16

// Program returns the program of an expression without an error, for a server's evaluator.
//
// An evaluation that makes too large a value ends with an error whose cause Stopped returns. It ends with cel-go's
// error if it exceeds the server's cost limit of a call, or if the context is done.
func Program(x *celrule.Expression, of behaviour.Evaluator) (*celrule.Program, error) {
	return x.Program(of, func() (*celrule.Program, error) { return program(x, of) })
}

func program(x *celrule.Expression, of behaviour.Evaluator) (*celrule.Program, error) {
	functions, err := x.Functions()
	if err != nil {
		return nil, err
	}
	return x.Plan(marked(x.AST()), &costs{}, interruptAfter, func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		call, ok := i.(interpreter.InterpretableCall)
		if !ok {
			return i, nil
		}
		if call.Function() == stepEnd {
			return newStep(call), nil
		}
		if !of.ErrorsInLists && isLookup(call) {
			call = lookup(call)
		}
		return counted(call, functions, of), nil
	})
}

// causeTooMuch is added to cel-go's causes of an interpreter.EvalCancelledError.
const causeTooMuch interpreter.CancellationCause = 100

// stop ends the evaluation in the same way as cel-go does.
func stop(format string, args ...any) {
	panic(interpreter.EvalCancelledError{Message: fmt.Sprintf(format, args...), Cause: causeTooMuch})
}

// Stopped reports whether an evaluation was ended because of a limit of crdtool or because its context was done, and
// why.
func Stopped(ctx context.Context, err error) (why string, stopped bool) {
	if err == nil {
		return "", false
	}
	var c interpreter.EvalCancelledError
	switch {
	case errors.As(err, &c) && c.Cause == causeTooMuch:
		return c.Message, true
	case ctx.Err() != nil:
		return "the run was cancelled", true
	}
	return "", false
}

// costs is the server's estimator. The functions that are added to expressions cost nothing.
type costs struct{ library.CostEstimator }

// CallCost implements interpreter.ActualCostEstimator.
func (c *costs) CallCost(function, overload string, args []ref.Val, result ref.Val) *uint64 {
	if function == stepEnd {
		return new(uint64)
	}
	return c.CostEstimator.CallCost(function, overload, args, result)
}
