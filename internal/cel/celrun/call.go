package celrun

import (
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
	"github.com/google/cel-go/interpreter/functions"

	"github.com/crdtool/crdtool/internal/behaviour"
)

// countedCall is a call that ends the evaluation if its result would be too large.
type countedCall struct {
	interpreter.InterpretableCall
	size resultSize // nil if the result is never large
	call func(args []ref.Val) ref.Val
	// each reports that the first erroneous argument ends the call; otherwise all arguments are evaluated first.
	each bool
}

// counted returns a countedCall if the function may have a large result, or if older servers have other errors for it.
func counted(c interpreter.InterpretableCall, all interpreter.Dispatcher, of behaviour.Evaluator) interpreter.InterpretableV2 {
	size := resultSizes[c.Function()]
	named := received[c.Function()] && !of.NoNames
	if size == nil && !named || len(c.Args()) == 0 {
		return c
	}
	call, each := implementation(c, all, named)
	if call == nil {
		return c
	}
	return &countedCall{c, size, call, each}
}

// implementation returns the function of a call, as cel-go's interpreter calls it, and countedCall.each; nil if the
// interpreter does more than to call a function. With named, an error about a first argument without that function has
// its name.
func implementation(c interpreter.InterpretableCall, all interpreter.Dispatcher, named bool) (do func([]ref.Val) ref.Val, each bool) {
	var f *functions.Overload
	found := false
	if c.OverloadID() != "" {
		f, found = all.FindOverload(c.OverloadID())
	}
	if !found {
		f, found = all.FindOverload(c.Function())
	}
	if !found || f.NonStrict {
		return nil, false
	}
	var call func(args []ref.Val) ref.Val
	switch n := len(c.Args()); {
	case n == 1 && f.Unary != nil:
		call = func(args []ref.Val) ref.Val { return f.Unary(args[0]) }
	case n == 2 && f.Binary != nil:
		call = func(args []ref.Val) ref.Val { return f.Binary(args[0], args[1]) }
	case f.Function != nil:
		call, each = func(args []ref.Val) ref.Val { return f.Function(args...) }, true
	default:
		return nil, false
	}
	id := c.ID()
	return func(args []ref.Val) ref.Val {
		typ := args[0].Type()
		switch {
		case named && !typ.HasTrait(traits.ReceiverType):
			return types.NewErrWithNodeID(id, "no such overload: %s", c.Function())
		case f.OperandTrait == 0 || typ.HasTrait(f.OperandTrait):
			return types.LabelErrNode(id, call(args))
		case typ.HasTrait(traits.ReceiverType):
			return types.LabelErrNode(id, args[0].(traits.Receiver).Receive(c.Function(), c.OverloadID(), args[1:]))
		case each:
			return types.NewErrWithNodeID(id, "no such overload: %s %d", c.Function(), id)
		}
		return types.NewErrWithNodeID(id, "no such overload: %s", c.Function())
	}, each
}

// Exec implements interpreter.InterpretableV2.
func (c *countedCall) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	args := make([]ref.Val, len(c.Args()))
	for i, a := range c.Args() {
		args[i] = a.Exec(frame)
		if c.each && types.IsUnknownOrError(args[i]) {
			return args[i]
		}
	}
	for _, a := range args {
		if types.IsUnknownOrError(a) {
			return a
		}
	}
	if c.size != nil && c.size(frame, args) > maxMade {
		stop("it makes strings and lists of more than %d MiB", maxMade>>20)
	}
	return c.call(args)
}

// endIfDone ends the evaluation if its context is done, as cel-go does between the steps of comprehensions.
// CheckInterrupt reads the context only every interruptAfter calls.
func endIfDone(frame *interpreter.ExecutionFrame) {
	for range interruptAfter {
		if frame.CheckInterrupt() {
			panic(interpreter.EvalCancelledError{Message: interpreter.InterruptError{}.Error(), Cause: interpreter.ContextCancelled})
		}
	}
}

// Eval implements interpreter.Interpretable.
func (c *countedCall) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}

// received are the functions that servers before Kubernetes 1.29 call as methods of values.
var received = map[string]bool{overloads.Contains: true, overloads.EndsWith: true, overloads.StartsWith: true}
