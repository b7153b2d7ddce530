package celcheck

import (
	"errors"

	"github.com/google/cel-go/common/types"
)

// ErrLarge is the error of an expression with a type of more parts than mostParts.
var ErrLarge = errors.New("the expression has a type of more than 10,000 parts, or types that take as long to compare, as of maps in maps in maps, which are both keys and values: it is not compiled, and a server may not end compiling it")

// mostParts is how many parts a type may have. Texts are nested 250 deep at most.
const mostParts = 10_000

const optionalName = "optional_type"

// table makes types: each that is made of others once, so that two of them are known to be the
// same without a look into them.
type table struct {
	of    map[key]*types.Type
	facts map[*types.Type]facts
	// large says that there is a type of too many parts. Those made of such ones are not.
	large bool
}

type key struct {
	kind     types.Kind
	name     string
	a, b     *types.Type
	withMore bool
}

// facts are what is asked of a type that is made of others.
type facts struct {
	parts float64
	open  bool // there is a type parameter in it
}

// open reports whether there is a type parameter in a type.
func (m *table) open(t *types.Type) bool {
	switch {
	case t.Kind() == types.TypeParamKind:
		return true
	case len(t.Parameters()) == 0:
		return false
	}
	return m.look(t).open
}

// look returns the facts of a type.
func (m *table) look(t *types.Type) facts {
	if len(t.Parameters()) == 0 {
		return facts{1, t.Kind() == types.TypeParamKind}
	}
	f, ok := m.facts[t]
	if ok {
		return f
	}
	f.parts = 1
	for _, p := range t.Parameters() {
		of := m.look(p)
		f.parts += of.parts
		f.open = f.open || of.open
	}
	if m.facts == nil {
		m.facts = map[*types.Type]facts{}
	}
	m.facts[t] = f
	m.large = m.large || f.parts > mostParts
	return f
}

// one returns the one type that is the same as the one given, made of the same ones.
func (m *table) one(t *types.Type) *types.Type {
	params := t.Parameters()
	if len(params) == 0 || len(params) > 2 {
		return t
	}
	k := key{kind: t.Kind(), name: t.TypeName(), a: params[0]}
	if len(params) == 2 {
		k.b, k.withMore = params[1], true
	}
	if known := m.of[k]; known != nil {
		return known
	}
	if m.of == nil {
		m.of = map[key]*types.Type{}
	}
	m.of[k] = t
	m.look(t)
	return t
}

// capped is a part of a new type. Parts of too many would take forever to go through.
func (m *table) capped(t *types.Type) *types.Type {
	if m.large || m.look(t).parts > mostParts {
		return types.DynType
	}
	return t
}

func (m *table) list(item *types.Type) *types.Type { return m.one(types.NewListType(m.capped(item))) }

func (m *table) mapping(k, v *types.Type) *types.Type {
	return m.one(types.NewMapType(m.capped(k), m.capped(v)))
}

func (m *table) optional(t *types.Type) *types.Type {
	return m.one(types.NewOptionalType(m.capped(t)))
}

// rebuilt is a type of which each part is another.
func (m *table) rebuilt(t *types.Type, part func(*types.Type) *types.Type) *types.Type {
	params := make([]*types.Type, len(t.Parameters()))
	for i, p := range t.Parameters() {
		params[i] = m.capped(part(p))
	}
	switch t.Kind() {
	case types.OpaqueKind:
		return m.one(types.NewOpaqueType(t.TypeName(), params...))
	case types.ListKind:
		return m.one(types.NewListType(params[0]))
	case types.MapKind:
		return m.one(types.NewMapType(params[0], params[1]))
	case types.TypeKind:
		if len(params) > 0 {
			return m.one(types.NewTypeTypeWithParam(params[0]))
		}
	}
	return t
}

// with is a type in which names stand for others.
func (m *table) with(t *types.Type, names map[string]*types.Type) *types.Type {
	if t.Kind() == types.TypeParamKind {
		if of := names[t.TypeName()]; of != nil {
			return of
		}
		return t
	}
	if len(t.Parameters()) == 0 {
		return t
	}
	return m.rebuilt(t, func(p *types.Type) *types.Type { return m.with(p, names) })
}
