package celolder

import (
	"maps"
	"slices"

	"github.com/google/cel-go/common/types"
)

// bindings are the types that type parameters stand for, by their names.
type bindings map[string]*types.Type

// kindNone is the kind of what has no type.
const kindNone = ^types.Kind(0)

func kind(t *types.Type) types.Kind {
	if t == nil {
		return kindNone
	}
	return t.Kind()
}

func same(a, b *types.Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind() == b.Kind() && a.TypeName() == b.TypeName() && slices.EqualFunc(a.Parameters(), b.Parameters(), same)
}

// dynamic reports whether a value may have any type.
func dynamic(t *types.Type) bool { return kind(t) == types.DynKind || kind(t) == types.AnyKind }

func anything(t *types.Type) bool { return dynamic(t) || kind(t) == types.ErrorKind }

func optional(t *types.Type) bool {
	return kind(t) == types.OpaqueKind && t.TypeName() == "optional_type"
}

func unwrapped(t *types.Type) (inner *types.Type, wasOptional bool) {
	if optional(t) {
		return t.Parameters()[0], true
	}
	return t, false
}

func (c *checker) assignable(a, b *types.Type) bool {
	return c.allAssignable([]*types.Type{a}, []*types.Type{b})
}

// allAssignable reports whether types can stand for each other, one by one. What follows
// for type parameters is kept if they can, and forgotten if they can't.
func (c *checker) allAssignable(a, b []*types.Type) bool {
	bound := maps.Clone(c.bound)
	if !bound.list(a, b) {
		return false
	}
	c.bound = bound
	return true
}

func (m bindings) list(a, b []*types.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !m.assign(a[i], b[i]) {
			return false
		}
	}
	return true
}

// assign reports whether one type can stand for another.
func (m bindings) assign(a, b *types.Type) bool {
	if kind(b) == types.TypeParamKind {
		if valid, bound := m.standIn(a, b); valid || bound {
			return valid
		}
	}
	if kind(a) == types.TypeParamKind {
		valid, _ := m.standIn(b, a)
		return valid
	}
	if anything(a) || anything(b) {
		return true
	}
	if kind(a) == types.NullTypeKind {
		switch kind(b) {
		case types.OpaqueKind, types.StructKind, types.NullTypeKind, types.DurationKind, types.TimestampKind:
			return true
		}
		return false
	}
	if kind(a) != kind(b) {
		return false
	}
	switch kind(a) {
	case kindNone:
		return false
	case types.OpaqueKind:
		return a.TypeName() == b.TypeName() && m.list(a.Parameters(), b.Parameters())
	case types.ListKind, types.MapKind:
		return m.list(a.Parameters(), b.Parameters())
	case types.StructKind:
		return a.TypeName() == b.TypeName()
	}
	return true
}

// standIn reports whether a type can be what a type parameter stands for, and whether
// that stands for something already.
func (m bindings) standIn(t, param *types.Type) (valid, bound bool) {
	if same(t, param) {
		return true, true
	}
	if before, ok := m[name(param)]; ok {
		if same(t, before) {
			return true, true
		}
		if !m.assign(t, before) {
			return false, true
		}
		if general := mostGeneral(t, before); m.free(param, general) {
			m[name(param)] = general
		}
		return true, true
	}
	if !m.free(param, t) {
		return false, false
	}
	m[name(param)] = t
	return true, false
}

// free reports whether a type parameter does not stand within a type.
func (m bindings) free(param, within *types.Type) bool {
	if same(param, within) {
		return false
	}
	switch kind(within) {
	case types.TypeParamKind:
		t, ok := m[name(within)]
		return !ok || m.free(param, t)
	case types.OpaqueKind, types.ListKind, types.MapKind:
		for _, p := range within.Parameters() {
			if !m.free(param, p) {
				return false
			}
		}
	}
	return true
}

// mostGeneral returns the one of two types that leaves more open.
func mostGeneral(a, b *types.Type) *types.Type {
	if lessSpecific(a, b) {
		return a
	}
	return b
}

// lessSpecific reports whether one type is equal to another or leaves more open.
func lessSpecific(a, b *types.Type) bool {
	switch {
	case dynamic(a) || kind(a) == types.TypeParamKind:
		return true
	case dynamic(b) || kind(b) == types.TypeParamKind || kind(a) != kind(b):
		return false
	case kind(a) == types.TypeKind:
		return true
	case kind(a) == types.OpaqueKind || kind(a) == types.ListKind || kind(a) == types.MapKind:
		if a.TypeName() != b.TypeName() || len(a.Parameters()) != len(b.Parameters()) {
			return false
		}
		for i, p := range a.Parameters() {
			if !lessSpecific(p, b.Parameters()[i]) {
				return false
			}
		}
		return true
	}
	return same(a, b)
}

// substitute puts in what type parameters stand for; if asked to, any type for those that
// stand for none.
func (m bindings) substitute(t *types.Type, anyType bool) *types.Type {
	if with, ok := m[name(t)]; ok {
		return m.substitute(with, anyType)
	}
	each := func() []*types.Type {
		all := make([]*types.Type, len(t.Parameters()))
		for i, p := range t.Parameters() {
			all[i] = m.substitute(p, anyType)
		}
		return all
	}
	switch kind(t) {
	case types.TypeParamKind:
		if anyType {
			return types.DynType
		}
	case types.OpaqueKind:
		return types.NewOpaqueType(t.TypeName(), each()...)
	case types.ListKind:
		return types.NewListType(each()[0])
	case types.MapKind:
		all := each()
		return types.NewMapType(all[0], all[1])
	case types.TypeKind:
		if len(t.Parameters()) > 0 {
			return types.NewTypeTypeWithParam(each()[0])
		}
	}
	return t
}
