package celtypes

import "github.com/google/cel-go/common/types"

// Dynamic reports whether a value may have any type.
func Dynamic(t *types.Type) bool { return t.Kind() == types.DynKind || t.Kind() == types.AnyKind }

// Anything reports whether a type says nothing: that of errors does not either.
func Anything(t *types.Type) bool { return Dynamic(t) || t.Kind() == types.ErrorKind }

// Unwrapped returns what an optional has, and whether a type is one.
func Unwrapped(t *types.Type) (inner *types.Type, wrapped bool) {
	if t.Kind() == types.OpaqueKind && t.TypeName() == optionalName {
		return t.Parameters()[0], true
	}
	return t, false
}

// MostGeneral returns that of two types that the other can stand for.
func MostGeneral(a, b *types.Type) *types.Type {
	if lessSpecific(a, b) {
		return a
	}
	return b
}

// lessSpecific reports whether a type is another one, or has dyn where that says more.
func lessSpecific(a, b *types.Type) bool {
	switch {
	case Dynamic(a) || a.Kind() == types.TypeParamKind:
		return true
	case Dynamic(b) || b.Kind() == types.TypeParamKind || a.Kind() != b.Kind():
		return false
	case a == b:
		return true
	}
	switch a.Kind() {
	case types.OpaqueKind, types.ListKind, types.MapKind:
		if a.TypeName() != b.TypeName() || len(a.Parameters()) != len(b.Parameters()) {
			return false
		}
		for i, p := range a.Parameters() {
			if !lessSpecific(p, b.Parameters()[i]) {
				return false
			}
		}
		return true
	case types.TypeKind:
		return true
	}
	return a.IsExactType(b)
}
