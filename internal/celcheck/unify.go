package celcheck

import (
	"fmt"

	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
)

// unifier knows what type parameters stand for.
type unifier struct {
	table *table
	bound map[string]*types.Type
	// changes are what was bound, in order, and what that was before, for a try that fails.
	changes []change
	// made says that there are parameters, and counter is the number of the next one.
	made    bool
	counter int
	// left is how many steps may be made: parameters that stand for types of others make those
	// larger than they look.
	left int
}

// step counts a step, and reports whether there are some left. If not, what is found out from then
// on is of no use.
func (u *unifier) step() bool {
	if u.left--; u.left < 0 {
		u.table.large = true
	}
	return u.left >= 0
}

type change struct {
	name   string
	before *types.Type // nil for nothing
}

// parameter makes up the type of something of which the type is not known yet.
func (u *unifier) parameter() *types.Type {
	t := types.NewTypeParamType(fmt.Sprintf("_var%d", u.counter))
	u.counter++
	u.made = true
	return t
}

// fresh returns the types of an overload with parameters of its own.
func (u *unifier) fresh(o *decls.OverloadDecl) (params []*types.Type, result *types.Type) {
	names := map[string]*types.Type{}
	for _, name := range o.TypeParams() {
		names[name] = u.parameter()
	}
	params = make([]*types.Type, len(o.ArgTypes()))
	for i, p := range o.ArgTypes() {
		params[i] = u.table.with(p, names)
	}
	return params, u.table.with(o.ResultType(), names)
}

func (u *unifier) bind(name string, t *types.Type) {
	if u.bound == nil {
		u.bound = map[string]*types.Type{}
	}
	u.changes = append(u.changes, change{name, u.bound[name]})
	u.bound[name] = t
}

func (u *unifier) assignable(a, b *types.Type) bool {
	if !u.made { // and nothing is to be taken back
		return u.assign(a, b)
	}
	return u.allAssignable([]*types.Type{a}, []*types.Type{b})
}

// allAssignable reports whether types can stand for each other, one by one. What follows for type
// parameters is kept if they can, and taken back if they can't.
func (u *unifier) allAssignable(a, b []*types.Type) bool {
	u.changes = u.changes[:0]
	if u.list(a, b) {
		return true
	}
	for i := len(u.changes) - 1; i >= 0; i-- {
		if c := u.changes[i]; c.before == nil {
			delete(u.bound, c.name)
		} else {
			u.bound[c.name] = c.before
		}
	}
	return false
}

func (u *unifier) list(a, b []*types.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !u.assign(a[i], b[i]) {
			return false
		}
	}
	return true
}

// assign reports whether one type can stand for another.
func (u *unifier) assign(a, b *types.Type) bool {
	if !u.step() {
		return true
	}
	if a == b && a != nil && !u.table.open(a) {
		return true
	}
	if b.Kind() == types.TypeParamKind {
		if valid, bound := u.standsFor(a, b); valid || bound {
			return valid
		}
	}
	if a.Kind() == types.TypeParamKind {
		valid, _ := u.standsFor(b, a)
		return valid
	}
	if anything(a) || anything(b) {
		return true
	}
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
	case types.OpaqueKind, types.ListKind, types.MapKind:
		return a.Kind() == b.Kind() && a.TypeName() == b.TypeName() && u.list(a.Parameters(), b.Parameters())
	}
	return false
}

// standsFor reports whether a parameter can stand for a type, which it then does, and whether it
// stood for one before.
func (u *unifier) standsFor(t, parameter *types.Type) (valid, bound bool) {
	if t.Kind() == types.TypeParamKind && t.IsExactType(parameter) {
		return true, true
	}
	before := u.bound[parameter.TypeName()]
	if before == nil {
		if u.within(parameter, t) {
			return false, false
		}
		u.bind(parameter.TypeName(), t)
		return true, false
	}
	if t.Kind() == before.Kind() && t.IsExactType(before) {
		return true, true
	}
	if !u.assign(t, before) {
		return false, true
	}
	if general := mostGeneral(t, before); !u.within(parameter, general) {
		u.bind(parameter.TypeName(), general)
	}
	return true, true
}

// within reports whether a parameter is part of a type.
func (u *unifier) within(parameter, t *types.Type) bool {
	switch {
	case !u.table.open(t) || !u.step():
		return false
	case parameter.IsExactType(t):
		return true
	case t.Kind() == types.TypeParamKind:
		of := u.bound[t.TypeName()]
		return of != nil && u.within(parameter, of)
	}
	for _, p := range t.Parameters() {
		if u.within(parameter, p) {
			return true
		}
	}
	return false
}

// now is a type with what its parameters stand for.
func (u *unifier) now(t *types.Type) *types.Type {
	if t == nil || !u.table.open(t) || !u.step() {
		return t
	}
	if t.Kind() == types.TypeParamKind {
		if of := u.bound[t.TypeName()]; of != nil {
			return u.now(of)
		}
		return t
	}
	return u.table.rebuilt(t, u.now)
}

// finally is now for the end, when a parameter that stands for nothing is dyn.
func (u *unifier) finally(t *types.Type, done map[*types.Type]*types.Type) *types.Type {
	if t == nil || !u.table.open(t) {
		return t
	}
	if of, ok := done[t]; ok {
		return of
	}
	if !u.step() {
		return types.DynType
	}
	var out *types.Type
	switch of := u.bound[t.TypeName()]; {
	case t.Kind() != types.TypeParamKind:
		out = u.table.rebuilt(t, func(t *types.Type) *types.Type { return u.finally(t, done) })
	case of != nil:
		out = u.finally(of, done)
	default:
		out = types.DynType
	}
	done[t] = out
	return out
}

// dynamic reports whether a value may have any type.
func dynamic(t *types.Type) bool { return t.Kind() == types.DynKind || t.Kind() == types.AnyKind }

func anything(t *types.Type) bool { return dynamic(t) || t.Kind() == types.ErrorKind }

// nullable reports whether null can be a value of a type.
func nullable(t *types.Type) bool {
	switch t.Kind() {
	case types.OpaqueKind, types.StructKind, types.AnyKind, types.DurationKind, types.TimestampKind:
		return true
	}
	return t.IsAssignableType(types.NullType)
}

func unwrapped(t *types.Type) (inner *types.Type, wrapped bool) {
	if t.Kind() == types.OpaqueKind && t.TypeName() == optionalName {
		return t.Parameters()[0], true
	}
	return t, false
}

// mostGeneral returns that of two types that the other can stand for.
func mostGeneral(a, b *types.Type) *types.Type {
	if lessSpecific(a, b) {
		return a
	}
	return b
}

// lessSpecific reports whether a type is another one, or has dyn where that says more.
func lessSpecific(a, b *types.Type) bool {
	switch {
	case dynamic(a) || a.Kind() == types.TypeParamKind:
		return true
	case dynamic(b) || b.Kind() == types.TypeParamKind || a.Kind() != b.Kind():
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
