package celrule

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/interpreter"
)

// A step is one of a program, as a tracker counts it.
type step struct {
	id   int64
	kind stepKind
	// takes are the steps whose values it takes off the stack.
	takes []int64
	// cost is what it costs, unless it is a call.
	cost uint64
	// function, overload and by say what a call costs.
	function, overload string
	by                 costing
}

type stepKind uint8

const (
	comes stepKind = iota // to a value
	calls                 // a function
	makes                 // a list, a map or an object
)

// errUnknownStep says that a program is made otherwise than that of the cel-go that this was
// written for.
var errUnknownStep = errors.New("a step of the program is not known")

// stepOf describes a step whose parts are watched. What is in the steps of cel-go for operators
// and comprehensions is not exported; nothing but their numbers is read.
func stepOf(i interpreter.InterpretableV2) (*step, error) {
	s := &step{id: i.ID()}
	var err error
	switch i := i.(type) {
	case interpreter.InterpretableConst:
	case interpreter.InterpretableAttribute:
		err = s.attribute(i)
	case interpreter.InterpretableCall:
		s.kind, s.takes = calls, idsOf(i.Args())
		s.function, s.overload, s.by = i.Function(), i.OverloadID(), costingOf(i.OverloadID())
	case interpreter.InterpretableConstructor:
		s.kind, s.takes = makes, idsOf(i.InitVals())
		switch i.Type() {
		case types.ListType:
			s.cost = common.ListCreateBaseCost
		case types.MapType:
			s.cost = common.MapCreateBaseCost
		default:
			s.cost = common.StructCreateBaseCost
		}
	default:
		switch fmt.Sprintf("%T", i) {
		case "*interpreter.evalOr", "*interpreter.evalAnd":
			s.takes, err = idsWithin(i, "terms")
		case "*interpreter.evalFold":
			s.takes, err = idsWithin(i, "iterRange")
		}
	}
	return s, err
}

// attribute describes a variable with what is selected of it, or a conditional.
func (s *step) attribute(i interpreter.InterpretableAttribute) (err error) {
	of := i.Attr()
	if fmt.Sprintf("%T", of) == "*interpreter.conditionalAttribute" {
		s.takes, err = idsWithin(of, "falsy", "truthy", "expr")
	} else {
		s.takes, s.cost = []int64{of.ID()}, common.SelectAndIdentCost
	}
	if fmt.Sprintf("%T", i) == "*interpreter.evalTestOnly" {
		s.cost -= common.SelectAndIdentCost // which goes below 0 for a conditional
	}
	return err
}

func idsOf(steps []interpreter.InterpretableV2) []int64 {
	ids := make([]int64, len(steps))
	for i, s := range steps {
		ids[i] = s.ID()
	}
	return ids
}

// idsWithin returns the numbers of the steps in some fields of one.
func idsWithin(of any, fields ...string) (ids []int64, err error) {
	v := reflect.ValueOf(of)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil, errUnknownStep
	}
	for _, name := range fields {
		f := v.Elem().FieldByName(name)
		parts := []reflect.Value{f}
		if f.Kind() == reflect.Slice {
			parts = parts[:0]
			for i := range f.Len() {
				parts = append(parts, f.Index(i))
			}
		}
		for _, p := range parts {
			id, ok := numberOf(p)
			if !ok {
				return nil, errUnknownStep
			}
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// numberOf reads the number of a step, which is watched, or of an attribute.
func numberOf(v reflect.Value) (int64, bool) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return 0, false
	}
	id := v.FieldByName("id")
	if !id.IsValid() || id.Kind() != reflect.Int64 {
		return 0, false
	}
	return id.Int(), true
}
