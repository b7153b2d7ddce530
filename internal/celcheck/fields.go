package celcheck

import (
	"fmt"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/celtypes"
)

func (c *checking) selection(e ast.Expr) {
	if found := c.qualified(e); found != nil {
		c.becomes(e, found)
		return
	}
	s := e.AsSelect()
	t := c.field(e, s.Operand(), s.FieldName(), false)
	if s.IsTestOnly() {
		t = types.BoolType
	}
	c.setType(e, c.Now(t))
}

// optionalSelection checks a.?b, which is written as a call.
func (c *checking) optionalSelection(e ast.Expr) {
	call := e.AsCall()
	if len(call.Args()) != 2 || call.IsMemberFunction() {
		member := ""
		if call.IsMemberFunction() {
			member = " member call with"
		}
		c.report(e, "unsupported optional field selection: %s", fmt.Sprintf("incorrect signature.%s argument count: %d", member, len(call.Args())))
		return
	}
	name := call.Args()[1]
	if name.Kind() != ast.LiteralKind {
		c.report(name, "unsupported optional field selection: %v", name)
		return
	}
	field, ok := name.AsLiteral().(types.String)
	if !ok {
		c.report(name, "unsupported optional field selection: %v", name)
		return
	}
	c.setType(e, c.Now(c.field(e, call.Args()[0], string(field), true)))
	c.setReference(e, ast.NewFunctionReference("select_optional_field"))
}

// field returns the type of a field of an operand: an optional one if the operand is, or if it is
// asked for as one.
func (c *checking) field(e, operand ast.Expr, field string, optional bool) *types.Type {
	c.expr(operand)
	target, wrapped := celtypes.Unwrapped(c.Now(c.of(operand)))
	result := types.ErrorType
	switch target.Kind() {
	case types.MapKind:
		result = target.Parameters()[1]
	case types.StructKind:
		if t := c.fieldOf(e, target.TypeName(), field); t != nil {
			result = t
		}
	case types.TypeParamKind:
		c.Assignable(types.DynType, target) // lest it becomes something else later
		result = types.DynType
	default:
		if !celtypes.Anything(target) {
			c.report(e, "type '%s' does not support field selection", text{target})
		}
		result = types.DynType
	}
	if wrapped || optional {
		return c.Optional(result)
	}
	return result
}

// fieldOf returns the type of a field of an object, nil for an error.
func (c *checking) fieldOf(at located, object, field string) *types.Type {
	if _, ok := c.Provider.FindStructType(object); !ok {
		c.report(at, "unexpected failed resolution of '%s'", object)
		return nil
	}
	f, ok := c.Provider.FindStructFieldType(object, field)
	if !ok {
		c.report(at, "undefined field '%s'", field)
		return nil
	}
	return f.Type
}
