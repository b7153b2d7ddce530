package celcheck

import "github.com/google/cel-go/common/types"

// plain reports whether one type can stand for another, neither of which is a parameter or dyn, and
// both of which are not made of others.
func plain(a, b *types.Type) bool {
	switch {
	case a.Kind() == types.NullTypeKind:
		return nullable(b)
	case b.Kind() == types.NullTypeKind:
		return nullable(a)
	}
	switch a.Kind() {
	case types.BoolKind, types.BytesKind, types.DoubleKind, types.IntKind, types.StringKind, types.UintKind,
		types.AnyKind, types.DurationKind, types.TimestampKind, types.StructKind:
		return b.IsAssignableType(a)
	case types.TypeKind:
		return b.Kind() == types.TypeKind
	}
	return false
}

// nullable reports whether null can be a value of a type.
func nullable(t *types.Type) bool {
	switch t.Kind() {
	case types.OpaqueKind, types.StructKind, types.AnyKind, types.DurationKind, types.TimestampKind:
		return true
	}
	return t.IsAssignableType(types.NullType)
}
