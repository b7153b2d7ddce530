package celolder

import (
	"fmt"
	"maps"
	"slices"

	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
)

// kindNone is the kind of a missing type.
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

// unwrapped returns the type inside an optional type, and whether the type is optional.
func unwrapped(t *types.Type) (inner *types.Type, wrapped bool) {
	if optional(t) {
		return t.Parameters()[0], true
	}
	return t, false
}

// dynamic reports whether a value may have any type.
func dynamic(t *types.Type) bool { return kind(t) == types.DynKind || kind(t) == types.AnyKind }

// mostGeneral returns the type that includes the other.
func mostGeneral(a, b *types.Type) *types.Type {
	if equalOrLessSpecific(a, b) {
		return a
	}
	return b
}

func equalOrLessSpecific(a, b *types.Type) bool {
	switch {
	case dynamic(a) || kind(a) == types.TypeParamKind:
		return true
	case dynamic(b) || kind(b) == types.TypeParamKind || kind(a) != kind(b):
		return false
	case a == b:
		return true
	}
	switch kind(a) {
	case types.OpaqueKind, types.ListKind, types.MapKind:
		return a.TypeName() == b.TypeName() && slices.EqualFunc(a.Parameters(), b.Parameters(), equalOrLessSpecific)
	case types.TypeKind:
		return true
	}
	return a.IsExactType(b)
}

// unifier binds the type parameters of an expression to types.
type unifier struct {
	bound      map[string]*types.Type
	parameters int // how many were created
}

// parameter returns a new type parameter, for an expression whose type is unknown.
func (u *unifier) parameter() *types.Type {
	u.parameters++
	return types.NewTypeParamType(fmt.Sprintf("_var%d", u.parameters-1))
}

// fresh returns the types of an overload with new type parameters.
func (u *unifier) fresh(o *decls.OverloadDecl) (params []*types.Type, result *types.Type) {
	own := map[string]*types.Type{}
	for _, name := range o.TypeParams() {
		own[name] = u.parameter()
	}
	for _, p := range o.ArgTypes() {
		params = append(params, substituted(p, own, types.NewTypeParamType))
	}
	return params, substituted(o.ResultType(), own, types.NewTypeParamType)
}

// assignable reports whether types can be assigned to others, one by one. If not, it restores the bindings of type
// parameters.
func (u *unifier) assignable(from, to []*types.Type) bool {
	before := maps.Clone(u.bound)
	if u.assignAll(from, to) {
		return true
	}
	u.bound = before
	return false
}

func (u *unifier) assignAll(from, to []*types.Type) bool { return slices.EqualFunc(from, to, u.assign) }

func (u *unifier) assign(a, b *types.Type) bool {
	if kind(b) == types.TypeParamKind {
		if valid, bound := u.bind(b, a); valid || bound {
			return valid
		}
	}
	if kind(a) == types.TypeParamKind {
		valid, _ := u.bind(a, b)
		return valid
	}
	if dynamic(a) || dynamic(b) || kind(a) == types.ErrorKind || kind(b) == types.ErrorKind {
		return true
	}
	switch kind(a) {
	case types.OpaqueKind, types.ListKind, types.MapKind:
		if kind(a) == kind(b) {
			return a.TypeName() == b.TypeName() && u.assignAll(a.Parameters(), b.Parameters())
		}
	case types.NullTypeKind:
		return slices.Contains([]types.Kind{types.OpaqueKind, types.StructKind, types.NullTypeKind, types.DurationKind, types.TimestampKind}, kind(b))
	case kindNone:
		return a == b
	}
	return kind(a) == kind(b) && (kind(a) != types.StructKind || a.TypeName() == b.TypeName())
}

// bind binds a parameter to a type if possible, and reports whether it was bound before.
func (u *unifier) bind(parameter, t *types.Type) (valid, bound bool) {
	if kind(t) == types.TypeParamKind && t.IsExactType(parameter) {
		return true, true
	}
	before, bound := u.bound[parameter.TypeName()]
	if bound {
		if !u.assign(t, before) {
			return false, true
		}
		t = mostGeneral(t, before)
	}
	if u.contains(t, parameter) {
		return bound, bound
	}
	if u.bound == nil {
		u.bound = map[string]*types.Type{}
	}
	u.bound[parameter.TypeName()] = t
	return true, bound
}

// contains reports whether a parameter is part of a type.
func (u *unifier) contains(t, parameter *types.Type) bool {
	if kind(t) == types.TypeParamKind {
		if parameter.IsExactType(t) {
			return true
		}
		of, bound := u.bound[t.TypeName()]
		return bound && u.contains(of, parameter)
	}
	return t != nil && slices.ContainsFunc(t.Parameters(), func(p *types.Type) bool { return u.contains(p, parameter) })
}

// now returns a type with the current bindings of its parameters.
func (u *unifier) now(t *types.Type) *types.Type {
	return substituted(t, u.bound, types.NewTypeParamType)
}

// finally is now with dyn for unbound parameters.
func (u *unifier) finally(t *types.Type) *types.Type {
	return substituted(t, u.bound, func(string) *types.Type { return types.DynType })
}

// substituted returns a type with the bindings of its parameters, and free for unbound ones.
func substituted(t *types.Type, bound map[string]*types.Type, free func(name string) *types.Type) *types.Type {
	switch {
	case kind(t) == types.TypeParamKind:
		if of, ok := bound[t.TypeName()]; ok {
			return substituted(of, bound, free)
		}
		return free(t.TypeName())
	case t == nil || len(t.Parameters()) == 0:
		return t
	}
	params := make([]*types.Type, len(t.Parameters()))
	for i, p := range t.Parameters() {
		params[i] = substituted(p, bound, free)
	}
	switch kind(t) {
	case types.OpaqueKind:
		return types.NewOpaqueType(t.TypeName(), params...)
	case types.ListKind:
		return types.NewListType(params[0])
	case types.MapKind:
		return types.NewMapType(params[0], params[1])
	case types.TypeKind:
		return types.NewTypeTypeWithParam(params[0])
	}
	return t
}
