package celcheck

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/celtypes"
)

func (c *checking) list(e ast.Expr) {
	l := e.AsList()
	var optionals map[int32]bool
	for _, i := range l.OptionalIndices() {
		if optionals == nil {
			optionals = map[int32]bool{}
		}
		optionals[i] = true
	}
	var item *types.Type
	for i, x := range l.Elements() {
		c.expr(x)
		t := c.of(x)
		if optionals[int32(i)] {
			t = c.optionalValue(x, t)
		}
		item = c.joined(item, t)
	}
	if item == nil {
		item = c.Parameter()
	}
	c.setType(e, c.List(item))
}

func (c *checking) mapping(e ast.Expr) {
	var key, value *types.Type
	for _, entry := range e.AsMap().Entries() {
		m := entry.AsMapEntry()
		c.expr(m.Key())
		key = c.joined(key, c.of(m.Key()))
		c.expr(m.Value())
		t := c.of(m.Value())
		if m.IsOptional() {
			t = c.optionalValue(m.Value(), t)
		}
		value = c.joined(value, t)
	}
	if key == nil {
		key, value = c.Parameter(), c.Parameter()
	}
	c.setType(e, c.Map(key, value))
}

// optionalValue returns the type of what an optional has that stands behind a question mark.
func (c *checking) optionalValue(e ast.Expr, t *types.Type) *types.Type {
	inner, wrapped := celtypes.Unwrapped(t)
	if !wrapped && !celtypes.Dynamic(inner) {
		c.mismatch(e, c.Optional(inner), inner)
	}
	return inner
}

// joined returns the type that two items of a list, keys or values have in common.
func (c *checking) joined(before, t *types.Type) *types.Type {
	switch {
	case before == nil:
		return t
	case c.Assignable(before, t):
		return celtypes.MostGeneral(before, t)
	}
	return types.DynType
}

func (c *checking) structure(e ast.Expr) {
	s := e.AsStruct()
	name := strings.TrimPrefix(s.TypeName(), ".")
	t := c.typeNamed(name)
	if t == nil {
		c.undeclared(e, s.TypeName())
		c.setType(e, types.ErrorType)
		return
	}
	if s.TypeName() != name {
		e.SetKindCase(factory.NewStruct(e.ID(), name, s.Fields()))
		s = e.AsStruct()
	}
	c.setReference(e, ast.NewIdentReference(name, nil))
	result := types.ErrorType
	switch {
	case t.Kind() == types.ErrorKind:
	case t.Kind() != types.TypeKind:
		c.report(e, "'%s' is not a type", t.DeclaredTypeName())
	default:
		result = t.Parameters()[0]
		switch {
		case wellKnown(result):
			name = wellKnownNames[result.Kind()]
		case result.Kind() == types.StructKind:
			name = result.DeclaredTypeName()
		default:
			c.report(e, "'%s' is not a message type", result.DeclaredTypeName())
			result = types.ErrorType
		}
	}
	c.setType(e, result)
	for _, entry := range s.Fields() {
		f := entry.AsStructField()
		c.expr(f.Value())
		want := types.ErrorType
		if t := c.fieldOf(entry, name, f.Name()); t != nil {
			want = t
		}
		got := c.of(f.Value())
		if f.IsOptional() {
			got = c.optionalValue(f.Value(), got)
		}
		if !c.Assignable(want, got) {
			c.report(entry, "expected type of field '%s' is '%s' but provided type is '%s'", f.Name(), text{want}, text{got})
		}
	}
}

// typeNamed returns the type of the name of a type; nil for other names.
func (c *checking) typeNamed(name string) *types.Type {
	if v, ok := c.Provider.FindIdent(name); ok {
		if t, ok := v.(*types.Type); ok {
			return types.NewTypeTypeWithParam(t)
		}
	}
	if t, ok := c.Provider.FindStructType(name); ok {
		return t
	}
	return nil
}
