package celolder

import (
	"slices"

	"github.com/google/cel-go/common/types"
)

// kindNone is the kind of what has no type.
const kindNone = ^types.Kind(0)

func kind(t *types.Type) types.Kind {
	if t == nil {
		return kindNone
	}
	return t.Kind()
}

func same(a, b *types.Type) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	return a.Kind() == b.Kind() && a.TypeName() == b.TypeName() && slices.EqualFunc(a.Parameters(), b.Parameters(), same)
}

func optional(t *types.Type) bool {
	return kind(t) == types.OpaqueKind && t.TypeName() == "optional_type"
}

// plain reports whether one type can stand for another, neither of which is a parameter or dyn, and
// both of which are not made of others.
func plain(a, b *types.Type) bool {
	if kind(a) == types.NullTypeKind {
		switch kind(b) {
		case types.OpaqueKind, types.StructKind, types.NullTypeKind, types.DurationKind, types.TimestampKind:
			return true
		}
		return false
	}
	if kind(a) != kind(b) || a == nil {
		return false
	}
	return kind(a) != types.StructKind || a.TypeName() == b.TypeName()
}
