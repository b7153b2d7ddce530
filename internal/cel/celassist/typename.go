package celassist

import (
	"strings"

	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celrule"
)

// TypeName returns the name of a type as CEL prints it. All types of objects in the schema are called object.
func TypeName(t *types.Type) string {
	switch t.Kind() {
	case types.StructKind:
		if _, ok := celrule.Steps(t); ok {
			return "object"
		}
	case types.TimestampKind:
		return "timestamp"
	case types.DurationKind:
		return "duration"
	case types.NullTypeKind:
		return "null"
	case types.DynKind, types.AnyKind, types.ErrorKind:
		return "dyn"
	case types.TypeParamKind:
		return t.TypeName()
	}
	if len(t.Parameters()) == 0 {
		return t.TypeName()
	}
	names := make([]string, len(t.Parameters()))
	for i, p := range t.Parameters() {
		names[i] = TypeName(p)
	}
	return t.TypeName() + "(" + strings.Join(names, ", ") + ")"
}

// targetKind returns the kind of value by which methods are documented.
func targetKind(t *types.Type) string {
	switch {
	case isOptional(t):
		return "optional"
	case t.Kind() == types.ListKind, t.Kind() == types.MapKind:
		return t.TypeName()
	}
	name := TypeName(t)
	return strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
}

// bound returns a type with what its type parameters stand for. Parameters that stand for nothing stay.
func bound(t *types.Type, by map[string]*types.Type) *types.Type {
	if t.Kind() == types.TypeParamKind {
		if b := by[t.TypeName()]; b != nil {
			return b
		}
		return t
	}
	switch {
	case isOptional(t):
		return types.NewOptionalType(bound(t.Parameters()[0], by))
	case t.Kind() == types.ListKind:
		return types.NewListType(bound(t.Parameters()[0], by))
	case t.Kind() == types.MapKind:
		return types.NewMapType(bound(t.Parameters()[0], by), bound(t.Parameters()[1], by))
	}
	return t
}

// bind records what the type parameters of a parameter stand for if a value of a type is passed for it.
func bind(param, t *types.Type, by map[string]*types.Type) {
	if param.Kind() == types.TypeParamKind && by[param.TypeName()] == nil && !isDynamic(t) {
		by[param.TypeName()] = t
	}
	if len(param.Parameters()) == len(t.Parameters()) {
		for i, p := range param.Parameters() {
			bind(p, t.Parameters()[i], by)
		}
	}
}

// accepts reports whether a value of a type may be passed for a parameter.
func accepts(param, t *types.Type) bool {
	switch {
	case isDynamic(param), isDynamic(t), param.Kind() == types.TypeParamKind, t.Kind() == types.TypeParamKind:
		return true
	case param.Kind() != t.Kind() || param.TypeName() != t.TypeName() || len(param.Parameters()) != len(t.Parameters()):
		return false
	}
	for i, p := range param.Parameters() {
		if !accepts(p, t.Parameters()[i]) {
			return false
		}
	}
	return true
}

func isDynamic(t *types.Type) bool {
	switch t.Kind() {
	case types.DynKind, types.AnyKind, types.ErrorKind:
		return true
	}
	return false
}
