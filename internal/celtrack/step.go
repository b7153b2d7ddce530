package celtrack

import (
	"reflect"
	"sync"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/interpreter"
)

// A step is one of a program, as a tracker counts it. It is small: a program has many, and is
// often evaluated once.
type step struct {
	id int64
	// few and many are the steps whose values it takes off the stack: those of few as far as
	// taken says, or all in many if that is not nil.
	few  [2]int64
	many *[]int64
	// call is the function that is called, nil if none is.
	call  *call
	cost  int16 // what it costs, unless it is a call
	kind  stepKind
	taken uint8
}

type call struct {
	function, overload string
	by                 costing // what it costs
}

// take has the step take the value of one more.
func (s *step) take(id int64) {
	switch {
	case s.many != nil:
		*s.many = append(*s.many, id)
	case int(s.taken) < len(s.few):
		s.few[s.taken] = id
		s.taken++
	default:
		all := append(s.few[:len(s.few):len(s.few)], id)
		s.many = &all
	}
}

// takes are the steps whose values it takes off the stack.
func (s *step) takes() []int64 {
	if s.many != nil {
		return *s.many
	}
	return s.few[:s.taken]
}

type stepKind uint8

const (
	comes stepKind = iota // to a value
	calls                 // a function
	makes                 // a list, a map or an object
)

// describe makes a step of one whose parts are watched. What is in the steps of cel-go for operators
// and comprehensions is not exported; nothing but their numbers is read.
func (s *step) describe(i interpreter.InterpretableV2) error {
	s.id = i.ID()
	switch i := i.(type) {
	case interpreter.InterpretableConst:
	case interpreter.InterpretableAttribute:
		return s.attribute(i)
	case interpreter.InterpretableCall:
		s.kind = calls
		s.call = &call{i.Function(), i.OverloadID(), costingOf(i.OverloadID())}
		s.takeAll(i.Args())
	case interpreter.InterpretableConstructor:
		s.kind = makes
		s.takeAll(i.InitVals())
		switch i.Type() {
		case types.ListType:
			s.cost = common.ListCreateBaseCost
		case types.MapType:
			s.cost = common.MapCreateBaseCost
		default:
			s.cost = common.StructCreateBaseCost
		}
	default:
		switch typeOf(i) {
		case "*interpreter.evalOr", "*interpreter.evalAnd":
			return s.takeWithin(i, "terms")
		case "*interpreter.evalFold":
			return s.takeWithin(i, "iterRange")
		}
	}
	return nil
}

// typeOf names the type of a step of cel-go.
func typeOf(i any) string { return reflect.TypeOf(i).String() }

// attribute describes a variable with what is selected of it, or a conditional.
func (s *step) attribute(i interpreter.InterpretableAttribute) (err error) {
	of := i.Attr()
	if typeOf(of) == "*interpreter.conditionalAttribute" {
		err = s.takeWithin(of, "falsy", "truthy", "expr")
	} else {
		s.take(of.ID())
		s.cost = common.SelectAndIdentCost
	}
	if typeOf(i) == "*interpreter.evalTestOnly" {
		s.cost -= common.SelectAndIdentCost // which goes below 0 for a conditional
	}
	return err
}

func (s *step) takeAll(of []interpreter.InterpretableV2) {
	for _, i := range of {
		s.take(i.ID())
	}
}

// takeWithin takes the values of the steps in some fields of one.
func (s *step) takeWithin(of any, fields ...string) error {
	v := reflect.ValueOf(of)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return ErrUnknownStep
	}
	for _, name := range fields {
		f, ok := fieldOf(v.Elem(), name)
		switch {
		case !ok:
			return ErrUnknownStep
		case f.Kind() != reflect.Slice:
			ok = s.takeNumber(f)
		default:
			for i := range f.Len() {
				ok = ok && s.takeNumber(f.Index(i))
			}
		}
		if !ok {
			return ErrUnknownStep
		}
	}
	return nil
}

// takeNumber reads the number of a step, which is watched, or of an attribute.
func (s *step) takeNumber(v reflect.Value) bool {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return false
	}
	id, ok := fieldOf(v, "id")
	if ok = ok && id.Kind() == reflect.Int64; ok {
		s.take(id.Int())
	}
	return ok
}

// fieldOf is a field of a struct. Where it is, is looked up once for each type.
func fieldOf(v reflect.Value, name string) (reflect.Value, bool) {
	type field struct {
		of   reflect.Type
		name string
	}
	of := field{v.Type(), name}
	at, known := fieldsAt.Load(of)
	if !known {
		f, _ := of.of.FieldByName(name)
		at, _ = fieldsAt.LoadOrStore(of, f.Index)
	}
	if index := at.([]int); index != nil {
		return v.FieldByIndex(index), true
	}
	return v, false
}

var fieldsAt sync.Map
