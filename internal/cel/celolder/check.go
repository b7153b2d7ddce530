// Package celolder reports the type errors of CEL's checker before Kubernetes 1.28, in its words. That checker
// continues after an error: a call of an undeclared function causes further errors. It names types differently, and
// refuses null == x if x is an object.
//
// Expressions that it accepts are checked again by cel-go's current checker, which returns their types.
package celolder

import (
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/containers"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// Declarations are the names that expressions may use.
type Declarations struct {
	Provider  types.Provider
	Functions map[string][]*decls.OverloadDecl
	// Disabled reports overloads that the checker skips before the first comprehension.
	Disabled func(o *decls.OverloadDecl) bool
	// Unknown reports overloads that the old cel-go did not have.
	Unknown func(o *decls.OverloadDecl) bool
	// Variables returns the type of a variable or of a type's name; nil for others.
	Variables func(name string) *types.Type
	// ArgumentsAsFound prints the arguments without a matching overload with their types so far, as Kubernetes up to
	// 1.27 does.
	ArgumentsAsFound bool
}

// Check returns the errors in a parsed expression. The second result is false if the expression has a part that only
// the current checker can check.
func Check(parsed *ast.AST, nodes int, src common.Source, d Declarations) (*common.Errors, bool) {
	c := &checker{
		Declarations: d, info: parsed.SourceInfo(), errors: common.NewErrors(src),
		types: make(map[int64]*types.Type, nodes),
	}
	c.expr(parsed.Expr())
	return c.errors, !c.gaveUp
}

type checker struct {
	Declarations
	unifier
	info   *ast.SourceInfo
	errors *common.Errors
	gaveUp bool
	// types are the types of expressions by ID. A call of an undeclared method has none.
	types  map[int64]*types.Type
	locals []local
	// looped is set after the first comprehension.
	looped bool
}

type local struct {
	name string
	t    *types.Type
}

func (c *checker) report(id int64, format string, args ...any) {
	c.errors.ReportErrorAtID(id, c.info.GetStartLocation(id), format, args...)
}

func (c *checker) undeclared(e ast.Expr, name string) {
	c.report(e.ID(), "undeclared reference to '%s' (in container '')", name)
}

func (c *checker) mismatch(e ast.Expr, want, got *types.Type) {
	c.report(e.ID(), "expected type '%s' but found '%s'", name(want), name(got))
}

func (c *checker) of(e ast.Expr) *types.Type { return c.types[e.ID()] }

// set sets the type of an expression. An expression with an ID that already has another type is an error.
func (c *checker) set(e ast.Expr, t *types.Type) {
	if before, ok := c.types[e.ID()]; ok && !same(before, t) {
		c.report(e.ID(), "(Incompatible) Type already exists for expression: %s(%d) old:%s, new:%s", Text(e), e.ID(), prototext(before), prototext(t))
		return
	}
	c.types[e.ID()] = t
}

func (c *checker) expr(e ast.Expr) {
	switch e.Kind() {
	case ast.LiteralKind:
		c.set(e, literal(e.AsLiteral().Type().TypeName()))
	case ast.IdentKind:
		t := c.variable(e.AsIdent())
		if t == nil {
			c.undeclared(e, e.AsIdent())
			t = types.ErrorType
		}
		c.set(e, t)
	case ast.SelectKind:
		c.selection(e)
	case ast.CallKind:
		c.call(e)
	case ast.ListKind:
		c.list(e)
	case ast.MapKind:
		c.mapping(e)
	case ast.ComprehensionKind:
		c.comprehension(e)
	default:
		c.gaveUp = true
	}
}

func literal(name string) *types.Type {
	switch name {
	case "bool":
		return types.BoolType
	case "int":
		return types.IntType
	case "uint":
		return types.UintType
	case "double":
		return types.DoubleType
	case "string":
		return types.StringType
	case "bytes":
		return types.BytesType
	}
	return types.NullType
}

func (c *checker) variable(name string) *types.Type {
	for i := len(c.locals) - 1; i >= 0; i-- {
		if c.locals[i].name == name {
			return c.locals[i].t
		}
	}
	if len(name) > 0 && name[0] == '.' {
		name = name[1:]
	}
	if t := c.Variables(name); t != nil {
		return t
	}
	if t, ok := c.Provider.FindStructType(name); ok {
		return t
	}
	if name == types.TypeType.TypeName() {
		return types.NewTypeTypeWithParam(types.TypeType)
	}
	return nil
}

func (c *checker) selection(e ast.Expr) {
	if name, ok := containers.ToQualifiedName(e); ok {
		if t := c.variable(name); t != nil {
			c.set(e, t)
			return
		}
	}
	s := e.AsSelect()
	t := c.field(e, s.Operand(), s.FieldName(), false)
	if s.IsTestOnly() {
		t = types.BoolType
	}
	c.set(e, c.now(t))
}

// field returns the type of a field of an operand: an optional type if the operand is optional or if optional is set.
func (c *checker) field(e, operand ast.Expr, field string, optional bool) *types.Type {
	c.expr(operand)
	target, wrapped := unwrapped(c.now(c.of(operand)))
	result := types.ErrorType
	switch kind(target) {
	case types.MapKind:
		result = target.Parameters()[1]
	case types.StructKind:
		if _, ok := c.Provider.FindStructType(target.TypeName()); !ok {
			c.report(e.ID(), "[internal] unexpected failed resolution of '%s'", target.TypeName())
		} else if f, ok := c.Provider.FindStructFieldType(target.TypeName(), field); ok {
			result = f.Type
		} else {
			c.report(e.ID(), "undefined field '%s'", field)
		}
	case types.TypeParamKind:
		c.assign(types.DynType, target)
		result = types.DynType
	default:
		switch {
		case !dynamic(target) && kind(target) != types.ErrorKind:
			c.report(e.ID(), "type '%s' does not support field selection", prototext(target))
			if c.ArgumentsAsFound {
				break
			}
			fallthrough
		default:
			result = types.DynType
		}
	}
	if wrapped || optional {
		return types.NewOptionalType(result)
	}
	return result
}

func (c *checker) call(e ast.Expr) {
	call := e.AsCall()
	if call.FunctionName() == operators.OptSelect {
		field, ok := call.Args()[1].AsLiteral().(types.String)
		if !ok {
			c.gaveUp = true
			return
		}
		c.set(e, c.now(c.field(e, call.Args()[0], string(field), true)))
		return
	}
	for _, a := range call.Args() {
		c.expr(a)
	}
	if !call.IsMemberFunction() {
		name := call.FunctionName()
		if len(name) > 0 && name[0] == '.' {
			name = name[1:]
		}
		if c.Functions[name] == nil {
			c.undeclared(e, call.FunctionName())
			c.set(e, types.ErrorType)
			return
		}
		c.resolve(e, name, nil, call.Args())
		return
	}
	if prefix, ok := containers.ToQualifiedName(call.Target()); ok {
		if name := prefix + "." + call.FunctionName(); c.Functions[name] != nil {
			e.SetKindCase(ast.NewExprFactory().NewCall(e.ID(), name, call.Args()...)) // errors print the changed call
			c.resolve(e, name, nil, call.Args())
			return
		}
	}
	c.expr(call.Target())
	if c.Functions[call.FunctionName()] == nil {
		c.undeclared(e, call.FunctionName()) // the call gets no type
		return
	}
	c.resolve(e, call.FunctionName(), call.Target(), call.Args())
}

// resolve finds the overloads that accept the arguments. If several have different result types, the result is dyn.
func (c *checker) resolve(e ast.Expr, function string, target ast.Expr, args []ast.Expr) {
	var given []*types.Type
	if target != nil {
		given = append(given, c.of(target))
	}
	for _, a := range args {
		given = append(given, c.of(a))
	}
	var result *types.Type
	for _, o := range c.Functions[function] {
		if o.IsMemberFunction() != (target != nil) || c.Unknown(o) || !c.looped && c.Disabled(o) {
			continue
		}
		params, returns := o.ArgTypes(), o.ResultType()
		if len(o.TypeParams()) > 0 {
			params, returns = c.fresh(o)
		}
		if !c.assignable(given, params) {
			continue
		}
		t := c.now(returns)
		if result == nil {
			result = t
		} else if !dynamic(result) && !same(t, result) {
			result = types.DynType
		}
	}
	if result == nil {
		if !c.ArgumentsAsFound {
			for i := range given {
				given[i] = c.finally(given[i])
			}
		}
		c.report(e.ID(), "found no matching overload for '%s' applied to '%s'", function, signature(given, target != nil))
		result = types.ErrorType
	}
	c.set(e, result)
}

func (c *checker) list(e ast.Expr) {
	l := e.AsList()
	optional := map[int32]bool{}
	for _, i := range l.OptionalIndices() {
		optional[i] = true
	}
	var item *types.Type
	for i, x := range l.Elements() {
		c.expr(x)
		t := c.of(x)
		if optional[int32(i)] {
			t = c.unwrap(x, t)
		}
		item = c.join(x, item, t)
	}
	if item == nil {
		item = c.parameter()
	}
	c.set(e, types.NewListType(item))
}

func (c *checker) mapping(e ast.Expr) {
	var key, value *types.Type
	for _, entry := range e.AsMap().Entries() {
		m := entry.AsMapEntry()
		c.expr(m.Key())
		key = c.join(m.Key(), key, c.of(m.Key()))
		c.expr(m.Value())
		t := c.of(m.Value())
		if m.IsOptional() {
			t = c.unwrap(m.Value(), t)
		}
		value = c.join(m.Value(), value, t)
	}
	if key == nil {
		key, value = c.parameter(), c.parameter()
	}
	c.set(e, types.NewMapType(key, value))
}

func (c *checker) unwrap(e ast.Expr, t *types.Type) *types.Type {
	inner, optional := unwrapped(t)
	if !optional && !dynamic(inner) {
		c.mismatch(e, types.NewOptionalType(inner), inner)
	}
	return inner
}

// join returns the common type of two items of a list, keys or values.
func (c *checker) join(e ast.Expr, before, t *types.Type) *types.Type {
	if before == nil {
		return t
	}
	if c.assignable([]*types.Type{before}, []*types.Type{t}) {
		return mostGeneral(before, t)
	}
	c.mismatch(e, before, t)
	return types.ErrorType
}

func (c *checker) comprehension(e ast.Expr) {
	x := e.AsComprehension()
	c.expr(x.IterRange())
	c.expr(x.AccuInit())
	result := c.of(x.AccuInit())
	over := c.now(c.of(x.IterRange()))
	item := types.ErrorType
	switch kind(over) {
	case types.ListKind, types.MapKind:
		item = over.Parameters()[0]
	case types.DynKind, types.ErrorKind, types.TypeParamKind:
		c.assign(types.DynType, over)
		item = types.DynType
	default:
		c.report(x.IterRange().ID(), "expression of type '%s' cannot be range of a comprehension (must be list, map, or dynamic)", name(over))
	}
	c.looped = true
	outside := len(c.locals)
	c.locals = append(c.locals, local{x.AccuVar(), result}, local{x.IterVar(), item})
	c.expr(x.LoopCondition())
	c.assert(x.LoopCondition(), types.BoolType)
	c.expr(x.LoopStep())
	c.assert(x.LoopStep(), result)
	c.locals = c.locals[:outside+1]
	c.expr(x.Result())
	c.locals = c.locals[:outside]
	c.set(e, c.now(c.of(x.Result())))
}

func (c *checker) assert(e ast.Expr, want *types.Type) {
	if !c.assignable([]*types.Type{want}, []*types.Type{c.of(e)}) {
		c.mismatch(e, want, c.of(e))
	}
}
