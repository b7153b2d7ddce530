package celtypes

import (
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
)

// bindings are what the type parameters of one overload stand for. There are few.
type bindings struct {
	names [4]string
	types [4]*types.Type
	n     int
}

func (b *bindings) find(name string) int {
	for i := range b.n {
		if b.names[i] == name {
			return i
		}
	}
	return -1
}

// Takes reports whether an overload takes arguments of which the types are all known, and what it
// returns then. It is not sure if that depends on what the arguments don't tell: then parameters
// have to be made up. If they are not, what was found out is of no use to anybody else, and the
// unifier need not know it.
func (u *Unifier) Takes(o *decls.OverloadDecl, given []*types.Type) (result *types.Type, takes, sure bool) {
	if len(o.TypeParams()) > len(bindings{}.names) {
		return nil, false, false
	}
	var b bindings
	for i, p := range o.ArgTypes() {
		if !u.fits(&b, given[i], p) {
			return nil, false, true
		}
	}
	result = u.filled(&b, o.ResultType())
	return result, true, result != nil
}

// fits is assign for a type that is known and a parameter of an overload.
func (u *Unifier) fits(b *bindings, t, param *types.Type) bool {
	if param.Kind() == types.TypeParamKind {
		i := b.find(param.TypeName())
		if i < 0 {
			b.names[b.n], b.types[b.n] = param.TypeName(), t
			b.n++
			return true
		}
		before := b.types[i]
		if t == before || t.Kind() == before.Kind() && t.IsExactType(before) {
			return true
		}
		if !u.assign(t, before) {
			return false
		}
		b.types[i] = MostGeneral(t, before)
		return true
	}
	if len(param.Parameters()) == 0 || Anything(t) {
		return u.assign(t, param)
	}
	switch t.Kind() {
	case types.OpaqueKind, types.ListKind, types.MapKind:
		if t.Kind() != param.Kind() || t.TypeName() != param.TypeName() || len(t.Parameters()) != len(param.Parameters()) {
			return false
		}
		for i, p := range param.Parameters() {
			if !u.fits(b, t.Parameters()[i], p) {
				return false
			}
		}
		return true
	}
	return u.Plain(t, param)
}

// filled is a type with what parameters stand for; nil if that is not known of one.
func (u *Unifier) filled(b *bindings, t *types.Type) *types.Type {
	if t.Kind() == types.TypeParamKind {
		if i := b.find(t.TypeName()); i >= 0 {
			return b.types[i]
		}
		return nil
	}
	if len(t.Parameters()) == 0 {
		return t
	}
	missing := false
	out := u.rebuilt(t, func(p *types.Type) *types.Type {
		of := u.filled(b, p)
		if of == nil {
			missing = true
			return types.DynType
		}
		return of
	})
	if missing {
		return nil
	}
	return out
}
