package celrun

import (
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
)

// listLookup is a call of the operator "in" with a list of constants. cel-go looks the value up in a set made from the
// list. In Kubernetes up to 1.27, an error on the left gives false.
type listLookup struct {
	interpreter.InterpretableCall
	args []interpreter.InterpretableV2
}

// Args implements interpreter.InterpretableCall.
func (l listLookup) Args() []interpreter.InterpretableV2 { return l.args }

func isLookup(c interpreter.InterpretableCall) bool { return c.OverloadID() == overloads.InList }

func lookup(c interpreter.InterpretableCall) interpreter.InterpretableCall {
	args := c.Args()
	constant, ok := args[1].(interpreter.InterpretableConst)
	if !ok {
		return c
	}
	list, ok := constant.Value().(traits.Lister)
	if !ok {
		return c
	}
	for it := list.Iterator(); it.HasNext() == types.True; {
		if item := it.Next(); !types.IsPrimitiveType(item) || item.Type() == types.BytesType {
			return c // cel-go makes no set of such a list
		}
	}
	return listLookup{c, []interpreter.InterpretableV2{missedError{args[0]}, args[1]}}
}

// missedError is an argument that is in no list if it is an error.
type missedError struct{ interpreter.InterpretableV2 }

// Exec implements interpreter.InterpretableV2.
func (m missedError) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := m.InterpretableV2.Exec(frame)
	if types.IsError(v) {
		return types.OptionalNone
	}
	return v
}

// Eval implements interpreter.Interpretable.
func (m missedError) Eval(vars interpreter.Activation) ref.Val {
	return m.Exec(interpreter.AsFrame(vars))
}
