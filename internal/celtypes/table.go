package celtypes

import "github.com/google/cel-go/common/types"

// mostParts is how many parts a type may have. Texts are nested 250 deep at most.
const mostParts = 10_000

const optionalName = "optional_type"

// Table makes types: each that is made of others once, so that two of them are known to be the
// same without a look into them.
type Table struct {
	of    map[key]*types.Type
	facts map[*types.Type]facts
	// Large says that there is a type of too many parts. Those made of such ones are not.
	Large bool
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
	open  bool // there is a type parameter in it, or nil
}

// Open reports whether there is a type parameter in a type, or what has no type: nil.
func (m *Table) Open(t *types.Type) bool {
	switch {
	case t == nil || t.Kind() == types.TypeParamKind:
		return true
	case len(t.Parameters()) == 0:
		return false
	}
	return m.look(t).open
}

// look returns the facts of a type.
func (m *Table) look(t *types.Type) facts {
	if len(t.Parameters()) == 0 {
		return facts{1, t == nil || t.Kind() == types.TypeParamKind}
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
	m.Large = m.Large || f.parts > mostParts
	return f
}

// One returns the one type that is the same as the one given, made of the same ones.
func (m *Table) One(t *types.Type) *types.Type {
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
func (m *Table) capped(t *types.Type) *types.Type {
	if m.Large || m.look(t).parts > mostParts {
		return types.DynType
	}
	return t
}

// List returns the type of lists.
func (m *Table) List(item *types.Type) *types.Type { return m.One(types.NewListType(m.capped(item))) }

// Map returns the type of maps.
func (m *Table) Map(k, v *types.Type) *types.Type {
	return m.One(types.NewMapType(m.capped(k), m.capped(v)))
}

// Optional returns the type of optionals.
func (m *Table) Optional(t *types.Type) *types.Type {
	return m.One(types.NewOptionalType(m.capped(t)))
}

// rebuilt is a type of which each part is another.
func (m *Table) rebuilt(t *types.Type, part func(*types.Type) *types.Type) *types.Type {
	params := make([]*types.Type, len(t.Parameters()))
	for i, p := range t.Parameters() {
		params[i] = m.capped(part(p))
	}
	switch t.Kind() {
	case types.OpaqueKind:
		return m.One(types.NewOpaqueType(t.TypeName(), params...))
	case types.ListKind:
		return m.One(types.NewListType(params[0]))
	case types.MapKind:
		return m.One(types.NewMapType(params[0], params[1]))
	case types.TypeKind:
		if len(params) > 0 {
			return m.One(types.NewTypeTypeWithParam(params[0]))
		}
	}
	return t
}

// with is a type in which names stand for others.
func (m *Table) with(t *types.Type, names map[string]*types.Type) *types.Type {
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
