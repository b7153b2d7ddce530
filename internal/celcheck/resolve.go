package celcheck

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/celtypes"
)

// mostDots is how many dots the name of a function has at most, and some more.
const mostDots = 8

// qualifiedName is the name of a function with dots in it that is called on a chain of fields;
// "" if that is none, or longer than any name.
func qualifiedName(target ast.Expr, function string) string {
	name := function
	for n := 0; n < mostDots; n++ {
		switch target.Kind() {
		case ast.IdentKind:
			return strings.TrimPrefix(target.AsIdent()+"."+name, ".")
		case ast.SelectKind:
			if target.AsSelect().IsTestOnly() {
				return ""
			}
			name = target.AsSelect().FieldName() + "." + name
			target = target.AsSelect().Operand()
		default:
			return ""
		}
	}
	return ""
}

// resolve finds the overloads that take the arguments. If several do that return different types,
// it is not known before the call what it returns.
func (c *checking) resolve(e ast.Expr, function string, target ast.Expr, args []ast.Expr) {
	given := make([]*types.Type, 0, len(args)+1)
	if target != nil {
		given = append(given, c.of(target))
	}
	for _, a := range args {
		given = append(given, c.of(a))
	}
	known := true
	for _, t := range given {
		known = known && !c.Open(t)
	}
	var result *types.Type
	var found *ast.ReferenceInfo
	for _, o := range c.Functions[function] {
		if !c.looped && c.Disabled != nil && c.Disabled(o) || o.IsMemberFunction() != (target != nil) {
			continue
		}
		if function == operators.LogicalAnd || function == operators.LogicalOr {
			result = types.BoolType
			for i, t := range given {
				if !c.Assignable(t, types.BoolType) {
					c.mismatch(args[i], types.BoolType, t)
					result = types.ErrorType
				}
			}
			c.setType(e, result)
			if result != types.ErrorType {
				c.setReference(e, ast.NewFunctionReference(o.ID()))
			}
			return
		}
		returns, takes := c.try(o, given, known)
		if !takes {
			continue
		}
		if found == nil {
			found = ast.NewFunctionReference(o.ID())
		} else {
			found.AddOverload(o.ID())
		}
		switch {
		case result == nil:
			result = returns
		case !celtypes.Dynamic(result) && !returns.IsExactType(result):
			result = types.DynType
		}
	}
	if result != nil {
		c.setType(e, result)
		c.setReference(e, found)
		return
	}
	if c.reports() {
		for i, t := range given {
			given[i] = c.Finally(t, map[*types.Type]*types.Type{})
		}
	}
	c.report(e, "found no matching overload for '%s' applied to '%s'", function, signature{given, target != nil})
	c.setType(e, types.ErrorType)
}

// try reports whether an overload takes arguments, and what it returns then; known says that the
// types of all of them are.
func (c *checking) try(o *decls.OverloadDecl, given []*types.Type, known bool) (returns *types.Type, takes bool) {
	if len(given) != len(o.ArgTypes()) {
		c.Counter += len(o.TypeParams()) // as cel-go makes them first, and errors show their numbers
		return nil, false
	}
	if known {
		if returns, takes, sure := c.Takes(o, given); sure {
			c.Counter += len(o.TypeParams())
			return returns, takes
		}
	}
	params, returns := o.ArgTypes(), o.ResultType()
	if len(o.TypeParams()) > 0 {
		params, returns = c.Fresh(o)
	}
	if !c.AllAssignable(given, params) {
		return nil, false
	}
	return c.Now(returns), true
}
