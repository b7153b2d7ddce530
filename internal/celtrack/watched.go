package celtrack

import (
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// These stand around the steps of a program and tell a tracker what each comes to, as those of
// cel-go's decObserveEval tell its observers. They keep what the planner and its options ask of a
// step: that it is an attribute, a constant or a constructor.
type (
	watched struct {
		interpreter.InterpretableV2
		watch
	}
	watchedConst struct {
		interpreter.InterpretableConst
		watch
	}
	watchedConstructor struct {
		interpreter.InterpretableConstructor
		watch
	}
	watchedAttribute struct {
		interpreter.InterpretableAttribute
		watch
	}
)

type watch struct {
	*tracker
	step
}

// around has the tracker told of a step. It is the last of the options of a planner.
func (t *tracker) around(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	switch i.(type) {
	case *watched, *watchedConst, *watchedConstructor, *watchedAttribute:
		return i, nil // it was planned before
	}
	w := watch{tracker: t}
	if err := w.describe(i); err != nil {
		return nil, err
	}
	switch i := i.(type) {
	case interpreter.InterpretableAttribute:
		return &watchedAttribute{i, w}, nil
	case interpreter.InterpretableConst:
		return &watchedConst{i, w}, nil
	case interpreter.InterpretableConstructor:
		return &watchedConstructor{i, w}, nil
	}
	return &watched{i, w}, nil
}

// ID implements interpreter.InterpretableV2.
func (w *watched) ID() int64 { return w.id }

// ID implements interpreter.InterpretableV2.
func (w *watchedConst) ID() int64 { return w.id }

// ID implements interpreter.InterpretableV2.
func (w *watchedConstructor) ID() int64 { return w.id }

// ID implements interpreter.InterpretableV2.
func (w *watchedAttribute) ID() int64 { return w.id }

// Exec implements interpreter.InterpretableV2.
func (w *watched) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := w.InterpretableV2.Exec(frame)
	w.observe(&w.step, v)
	return v
}

// Exec implements interpreter.InterpretableV2.
func (w *watchedConst) Exec(*interpreter.ExecutionFrame) ref.Val {
	v := w.Value()
	w.observe(&w.step, v)
	return v
}

// Exec implements interpreter.InterpretableV2.
func (w *watchedConstructor) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := w.InterpretableConstructor.Exec(frame)
	w.observe(&w.step, v)
	return v
}

// Exec implements interpreter.InterpretableV2.
func (w *watchedAttribute) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := w.InterpretableAttribute.Exec(frame)
	w.observe(&w.step, v)
	return v
}

// Eval implements interpreter.Interpretable.
func (w *watched) Eval(vars interpreter.Activation) ref.Val { return w.Exec(interpreter.AsFrame(vars)) }

// Eval implements interpreter.Interpretable.
func (w *watchedConst) Eval(vars interpreter.Activation) ref.Val {
	return w.Exec(interpreter.AsFrame(vars))
}

// Eval implements interpreter.Interpretable.
func (w *watchedConstructor) Eval(vars interpreter.Activation) ref.Val {
	return w.Exec(interpreter.AsFrame(vars))
}

// Eval implements interpreter.Interpretable.
func (w *watchedAttribute) Eval(vars interpreter.Activation) ref.Val {
	return w.Exec(interpreter.AsFrame(vars))
}

// AddQualifier implements interpreter.Attribute: what is selected is a step, too.
func (w *watchedAttribute) AddQualifier(q interpreter.Qualifier) (interpreter.Attribute, error) {
	of := qualified{tracker: w.tracker, step: step{id: q.ID(), cost: common.SelectAndIdentCost}, adapter: w.Adapter()}
	switch qual := q.(type) {
	case interpreter.ConstantQualifier:
		q = &watchedConstQualifier{qual, of}
	case *watchedAttribute: // it is told of where it qualifies
		of.step = step{}
		if err := of.describe(qual.InterpretableAttribute); err != nil {
			return nil, err
		}
		q = &watchedAttributeQualifier{qual.InterpretableAttribute, of}
	case interpreter.Attribute:
		q = &watchedAttributeQualifier{qual, of}
	default:
		return nil, ErrUnknownStep
	}
	_, err := w.InterpretableAttribute.AddQualifier(q)
	return w, err
}

// qualified is told of what is selected of a value.
type qualified struct {
	*tracker
	step
	adapter types.Adapter
}

func (q *qualified) selected(out any, err error) {
	if err != nil {
		q.observe(&q.step, types.LabelErrNode(q.id, types.WrapErr(err)))
		return
	}
	q.observe(&q.step, q.adapter.NativeToValue(out))
}

func (q *qualified) asked(out any, present, presenceOnly bool, err error) {
	if !present && !presenceOnly {
		return
	}
	var v ref.Val
	switch {
	case err != nil:
		v = types.LabelErrNode(q.id, types.WrapErr(err))
	case out != nil:
		v = q.adapter.NativeToValue(out)
	case presenceOnly:
		v = types.Bool(present)
	}
	q.observe(&q.step, v)
}

// watchedConstQualifier selects a field or an item that is known beforehand.
type watchedConstQualifier struct {
	interpreter.ConstantQualifier
	of qualified
}

// Qualify implements interpreter.Qualifier.
func (q *watchedConstQualifier) Qualify(vars interpreter.Activation, obj any) (any, error) {
	out, err := q.ConstantQualifier.Qualify(vars, obj)
	q.of.selected(out, err)
	return out, err
}

// QualifyIfPresent implements interpreter.Qualifier.
func (q *watchedConstQualifier) QualifyIfPresent(vars interpreter.Activation, obj any, presenceOnly bool) (any, bool, error) {
	out, present, err := q.ConstantQualifier.QualifyIfPresent(vars, obj, presenceOnly)
	q.of.asked(out, present, presenceOnly, err)
	return out, present, err
}

// watchedAttributeQualifier selects an item by a value that is computed.
type watchedAttributeQualifier struct {
	interpreter.Attribute
	of qualified
}

// Qualify implements interpreter.Qualifier.
func (q *watchedAttributeQualifier) Qualify(vars interpreter.Activation, obj any) (any, error) {
	out, err := q.Attribute.Qualify(vars, obj)
	q.of.selected(out, err)
	return out, err
}

// QualifyIfPresent implements interpreter.Qualifier.
func (q *watchedAttributeQualifier) QualifyIfPresent(vars interpreter.Activation, obj any, presenceOnly bool) (any, bool, error) {
	out, present, err := q.Attribute.QualifyIfPresent(vars, obj, presenceOnly)
	q.of.asked(out, present, presenceOnly, err)
	return out, present, err
}
