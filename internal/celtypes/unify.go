package celtypes

import (
	"fmt"

	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
)

// Unifier knows what type parameters stand for.
type Unifier struct {
	Table
	// Plain reports whether one type can stand for another where neither is a parameter, dyn, an
	// error or both made of others.
	Plain func(a, b *types.Type) bool
	// Counter is the number of the next parameter.
	Counter int
	// Left is how many steps may be made: parameters that stand for types of others make those
	// larger than they look.
	Left int

	bound map[string]*types.Type
	// changes are what was bound, in order, and what that was before, for a try that fails.
	changes []change
	made    bool // there are parameters
}

// What types may take to compare: those of a nest as deep as it may be take some tens for each node.
const (
	someSteps   = 10_000
	stepsOfNode = 500
)

// Steps is how many steps an expression of so many nodes may take.
func Steps(nodes int) int { return someSteps + stepsOfNode*nodes }

// step counts a step, and reports whether there are some left. If not, what is found out from then
// on is of no use.
func (u *Unifier) step() bool {
	if u.Left--; u.Left < 0 {
		u.Large = true
	}
	return u.Left >= 0
}

type change struct {
	name   string
	before *types.Type
	bound  bool // before says something
}

// HasParameters reports whether there are type parameters.
func (u *Unifier) HasParameters() bool { return u.made }

// Parameter makes up the type of something of which the type is not known yet.
func (u *Unifier) Parameter() *types.Type {
	t := types.NewTypeParamType(fmt.Sprintf("_var%d", u.Counter))
	u.Counter++
	u.made = true
	return t
}

// Fresh returns the types of an overload with parameters of its own.
func (u *Unifier) Fresh(o *decls.OverloadDecl) (params []*types.Type, result *types.Type) {
	names := map[string]*types.Type{}
	for _, name := range o.TypeParams() {
		names[name] = u.Parameter()
	}
	params = make([]*types.Type, len(o.ArgTypes()))
	for i, p := range o.ArgTypes() {
		params[i] = u.with(p, names)
	}
	return params, u.with(o.ResultType(), names)
}

func (u *Unifier) bind(name string, t *types.Type) {
	if u.bound == nil {
		u.bound = map[string]*types.Type{}
	}
	before, bound := u.bound[name]
	u.changes = append(u.changes, change{name, before, bound})
	u.bound[name] = t
}

// Assignable reports whether one type can stand for another.
func (u *Unifier) Assignable(a, b *types.Type) bool {
	if !u.made { // and nothing is to be taken back
		return u.assign(a, b)
	}
	return u.AllAssignable([]*types.Type{a}, []*types.Type{b})
}

// AllAssignable reports whether types can stand for each other, one by one. What follows for type
// parameters is kept if they can, and taken back if they can't.
func (u *Unifier) AllAssignable(a, b []*types.Type) bool {
	u.changes = u.changes[:0]
	if u.list(a, b) {
		return true
	}
	for i := len(u.changes) - 1; i >= 0; i-- {
		if c := u.changes[i]; c.bound {
			u.bound[c.name] = c.before
		} else {
			delete(u.bound, c.name)
		}
	}
	return false
}

func (u *Unifier) list(a, b []*types.Type) bool {
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
func (u *Unifier) assign(a, b *types.Type) bool {
	if !u.step() {
		return true
	}
	if a == b && !u.Open(a) {
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
	if Anything(a) || Anything(b) {
		return true
	}
	switch a.Kind() {
	case types.OpaqueKind, types.ListKind, types.MapKind:
		if a.Kind() == b.Kind() {
			return a.TypeName() == b.TypeName() && u.list(a.Parameters(), b.Parameters())
		}
	}
	return u.Plain(a, b)
}

// standsFor reports whether a parameter can stand for a type, which it then does, and whether it
// stood for one before.
func (u *Unifier) standsFor(t, parameter *types.Type) (valid, bound bool) {
	if t.Kind() == types.TypeParamKind && t.IsExactType(parameter) {
		return true, true
	}
	before, known := u.bound[parameter.TypeName()]
	if !known {
		if u.within(parameter, t) {
			return false, false
		}
		u.bind(parameter.TypeName(), t)
		return true, false
	}
	if t == before || t.Kind() == before.Kind() && t.IsExactType(before) {
		return true, true
	}
	if !u.assign(t, before) {
		return false, true
	}
	if general := MostGeneral(t, before); !u.within(parameter, general) {
		u.bind(parameter.TypeName(), general)
	}
	return true, true
}

// within reports whether a parameter is part of a type.
func (u *Unifier) within(parameter, t *types.Type) bool {
	switch {
	case !u.Open(t) || !u.step():
		return false
	case parameter.IsExactType(t):
		return true
	case t.Kind() == types.TypeParamKind:
		of, known := u.bound[t.TypeName()]
		return known && u.within(parameter, of)
	}
	for _, p := range t.Parameters() {
		if u.within(parameter, p) {
			return true
		}
	}
	return false
}

// Now is a type with what its parameters stand for.
func (u *Unifier) Now(t *types.Type) *types.Type {
	if t == nil || !u.Open(t) || !u.step() {
		return t
	}
	if t.Kind() == types.TypeParamKind {
		if of, known := u.bound[t.TypeName()]; known {
			return u.Now(of)
		}
		return t
	}
	return u.rebuilt(t, u.Now)
}

// Finally is Now for the end, when a parameter that stands for nothing is dyn.
func (u *Unifier) Finally(t *types.Type, done map[*types.Type]*types.Type) *types.Type {
	if t == nil || !u.Open(t) {
		return t
	}
	if of, ok := done[t]; ok {
		return of
	}
	if !u.step() {
		return types.DynType
	}
	var out *types.Type
	switch of, known := u.bound[t.TypeName()]; {
	case t.Kind() != types.TypeParamKind:
		out = u.rebuilt(t, func(t *types.Type) *types.Type { return u.Finally(t, done) })
	case known:
		out = u.Finally(of, done)
	default:
		out = types.DynType
	}
	done[t] = out
	return out
}
