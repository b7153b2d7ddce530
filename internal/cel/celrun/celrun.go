// Package celrun makes programs of compiled CEL rules. They answer and cost what
// those of kube-apiserver do, but end where its process would run out of memory.
package celrun

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/kube"
)

// interruptAfter is the number of steps of comprehensions between two looks at the
// context. The server's is larger; it makes no other difference than when a
// cancelled evaluation ends.
const interruptAfter = 16

// Program makes a program of an expression that has no error, as a server evaluates it.
//
// An evaluation ends with an error of which Stopped tells the cause when it makes
// too much, and with cel-go's when it costs more than the server's limit for
// a call, or when the context is done.
func Program(x *celrule.Expression, of kube.Evaluator) (*celrule.Program, error) {
	return x.Program(of, func() (*celrule.Program, error) { return program(x, of) })
}

func program(x *celrule.Expression, of kube.Evaluator) (*celrule.Program, error) {
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

// The causes of an interpreter.EvalCancelledError besides cel-go's.
const causeTooMuch interpreter.CancellationCause = 100

// stop ends the evaluation; cel-go does it in the same way.
func stop(format string, args ...any) {
	panic(interpreter.EvalCancelledError{Message: fmt.Sprintf(format, args...), Cause: causeTooMuch})
}

// Stopped returns what an evaluation did too much of, if it was ended for that, or
// that its context was done.
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

// costs is the server's estimator. What is added to expressions costs nothing.
type costs struct{ library.CostEstimator }

// CallCost implements interpreter.ActualCostEstimator.
func (c *costs) CallCost(function, overload string, args []ref.Val, result ref.Val) *uint64 {
	if function == stepEnd {
		return new(uint64)
	}
	return c.CostEstimator.CallCost(function, overload, args, result)
}
