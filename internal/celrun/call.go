package celrun

import (
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
	"github.com/google/cel-go/interpreter/functions"

	"github.com/crdtool/crdtool/kube"
)

// boundedCall is a call that looks at its arguments before it is made.
type boundedCall struct {
	interpreter.InterpretableCall
	args  []interpreter.InterpretableV2
	bound bound // nil if there is none
	call  func(args []ref.Val) ref.Val
	again again // nil if there is none
	// each says that the first argument in error ends the call; otherwise all are
	// evaluated first.
	each bool
}

// bounded returns a call with its bound, if the function has one.
func bounded(c interpreter.InterpretableCall, all interpreter.Dispatcher, of kube.Evaluator) interpreter.InterpretableV2 {
	b := bounds[c.Function()]
	named := received[c.Function()] && !of.NoNames
	same := againFor(c)
	if b == nil && !named && same == nil || len(c.Args()) == 0 {
		return c
	}
	call, each := implementation(c, all, named)
	if call == nil {
		return c
	}
	args := c.Args()
	if takesPattern[c.Function()] {
		if pattern, ok := args[1].(interpreter.InterpretableConst); ok {
			// cel-go makes another call of this one, with the pattern compiled.
			args = append([]interpreter.InterpretableV2{&searchedArg{args[0], pattern.Value(), b}}, args[1:]...)
		}
	}
	return &boundedCall{c, args, b, call, same, each}
}

// implementation returns what a call does with its arguments, as cel-go's
// interpreter does it, and boundedCall.each; nil if that is more than to call a
// function. Named says that an error names the function that its first argument does not
// have.
func implementation(c interpreter.InterpretableCall, all interpreter.Dispatcher, named bool) (do func([]ref.Val) ref.Val, each bool) {
	switch c.Function() {
	case operators.Equals:
		return func(args []ref.Val) ref.Val { return types.Equal(args[0], args[1]) }, false
	case operators.NotEquals:
		return func(args []ref.Val) ref.Val { return types.Bool(types.Equal(args[0], args[1]) != types.True) }, false
	}
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
func (c *boundedCall) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	args := make([]ref.Val, len(c.args))
	for i, a := range c.args {
		args[i] = a.Exec(frame)
		if c.each && types.IsUnknownOrError(args[i]) {
			return args[i]
		}
	}
	large := false
	for _, a := range args {
		if types.IsUnknownOrError(a) {
			return a
		}
		large = large || !scalar(a)
	}
	if large && c.bound != nil {
		switch made := c.bound(frame, args); {
		case made == tooExpensive:
			return types.False
		case made > 0:
			usedBy(frame).make(made)
		}
	}
	if c.again != nil {
		if v := c.again.call(frame, c.ID(), args); v != nil {
			return v
		}
	}
	return c.call(args)
}

// scalar reports whether a value is one of which no call makes much.
func scalar(v ref.Val) bool {
	switch v.(type) {
	case types.Bool, types.Double, types.Uint, types.Null:
		return true
	}
	return false
}

// endIfDone ends an evaluation of which the context is done, as cel-go does it between the steps of
// comprehensions: it looks at the context once in so many times that it is asked to.
func endIfDone(frame *interpreter.ExecutionFrame) {
	for range interruptAfter {
		if frame.CheckInterrupt() {
			panic(interpreter.EvalCancelledError{Message: interpreter.InterruptError{}.Error(), Cause: interpreter.ContextCancelled})
		}
	}
}

// usedBy returns what counts for an evaluation; nil if nothing does.
func usedBy(frame *interpreter.ExecutionFrame) *Used {
	value, _ := frame.ResolveName(UsedName)
	used, _ := value.(*Used)
	return used
}

// Eval implements interpreter.Interpretable.
func (c *boundedCall) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}

// Args implements interpreter.InterpretableCall.
func (c *boundedCall) Args() []interpreter.InterpretableV2 { return c.args }

// received are functions that servers before Kubernetes 1.29 asked values for.
var received = map[string]bool{overloads.Contains: true, overloads.EndsWith: true, overloads.StartsWith: true}

// takesPattern are functions whose second argument is a regular expression.
var takesPattern = map[string]bool{overloads.Matches: true, "find": true, "findAll": true}

// searchedArg is the text in which a call looks for a constant pattern. To the call
// it is empty if that would be too expensive.
type searchedArg struct {
	interpreter.InterpretableV2
	pattern ref.Val
	bound   bound
}

// Exec implements interpreter.InterpretableV2.
func (a *searchedArg) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := a.InterpretableV2.Exec(frame)
	if s, ok := v.(types.String); ok && a.bound(frame, []ref.Val{s, a.pattern}) == tooExpensive {
		return types.String("")
	}
	return v
}

// Eval implements interpreter.Interpretable.
func (a *searchedArg) Eval(vars interpreter.Activation) ref.Val {
	return a.Exec(interpreter.AsFrame(vars))
}
