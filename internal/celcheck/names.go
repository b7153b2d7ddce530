package celcheck

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

func (c *checking) ident(e ast.Expr) {
	name := e.AsIdent()
	found := c.named(name)
	if found == nil {
		c.setType(e, types.ErrorType)
		c.undeclared(e, name)
		return
	}
	c.becomes(e, found)
}

// becomes makes an expression the name of something.
func (c *checking) becomes(e ast.Expr, is *named) {
	c.setType(e, is.t)
	c.setReference(e, ast.NewIdentReference(is.name, is.value))
	if e.Kind() != ast.IdentKind || e.AsIdent() != is.name {
		e.SetKindCase(factory.NewIdent(e.ID(), is.name))
	}
}

// named is what a name stands for, with the name as trees have it.
type named struct {
	name  string
	t     *types.Type
	value ref.Val
}

// named finds what a name stands for: a variable of a comprehension, or what is declared outside
// of all, which a dot before it says, too; nil for nothing.
func (c *checking) named(name string) *named {
	hidden := false
	global := strings.HasPrefix(name, ".")
	bare := strings.TrimPrefix(name, ".")
	for i := len(c.locals) - 1; i >= 0; i-- {
		if c.locals[i].name != bare {
			continue
		}
		for i > 0 && c.locals[i-1].scope == c.locals[i].scope && c.locals[i-1].name == bare {
			i--
		}
		if !global {
			return &named{name, c.locals[i].t, nil}
		}
		hidden = true
		break
	}
	return c.declared(bare, hidden)
}

// declared finds what is declared outside of all comprehensions. Trees have a dot before the name
// of what a variable of a comprehension hides.
func (c *checking) declared(name string, hidden bool) *named {
	is := &named{name: name}
	if hidden {
		is.name = "." + name
	}
	if is.t = c.Variable(name); is.t != nil {
		return is
	}
	if v, ok := c.Provider.FindIdent(name); ok {
		if t, ok := v.(*types.Type); ok {
			is.t = types.NewTypeTypeWithParam(t)
			return is
		}
	}
	if t, ok := c.Provider.FindStructType(name); ok {
		is.t = t
		return is
	}
	if v := c.Provider.EnumValue(name); v.Type() != types.ErrType {
		is.t, is.value = types.IntType, v
		return is
	}
	return nil
}

// qualified finds what a chain of fields is the name of, if it is one: nothing if it begins with
// a variable of a comprehension.
func (c *checking) qualified(e ast.Expr) *named {
	var fields []string
	for e.Kind() == ast.SelectKind {
		if e.AsSelect().IsTestOnly() {
			return nil
		}
		fields = append(fields, e.AsSelect().FieldName())
		e = e.AsSelect().Operand()
	}
	if e.Kind() != ast.IdentKind {
		return nil
	}
	first := e.AsIdent()
	hidden := c.isLocal(strings.TrimPrefix(first, "."))
	if hidden && !strings.HasPrefix(first, ".") {
		return nil
	}
	var name strings.Builder
	name.WriteString(strings.TrimPrefix(first, "."))
	for i := len(fields) - 1; i >= 0; i-- {
		name.WriteString("." + fields[i])
	}
	return c.declared(name.String(), hidden)
}

func (c *checking) isLocal(name string) bool {
	for i := len(c.locals) - 1; i >= 0; i-- {
		if c.locals[i].name == name {
			return true
		}
	}
	return false
}
