// Package celcheck finds the types of CEL expressions, the functions that they call and what is
// wrong with them, as the type checker of cel-go does, node by node and word by word, in time that
// grows with the expression. cel-go's copies all that it knows of type parameters for each call, and
// knows types again by their texts: a map in a map in a map, two hundred deep, takes it seconds.
//
// It mirrors the package checker of github.com/google/cel-go.
package celcheck

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"github.com/crdtool/crdtool/internal/celtypes"
)

// Declarations are what expressions may use.
type Declarations struct {
	// Provider knows the types of objects and their fields.
	Provider types.Provider
	// Functions are the overloads of functions, by their names, in the order in which they are
	// tried.
	Functions map[string][]*decls.OverloadDecl
	// Variable returns the type of a variable; nil for none.
	Variable func(name string) *types.Type
	// Disabled reports whether an overload does not count; nil for all that do. cel-go forgets
	// it at the first comprehension.
	Disabled func(o *decls.OverloadDecl) bool
}

// Check returns the expression with the types and the functions in it, and what is wrong with it.
// Like cel-go's checker it writes names in the tree as they are declared; places, which knows where
// nodes stand, is only called for errors, and keeps those of nodes that are no more. There are about
// as many as nodes says. The error is for an expression with a type that nobody can write down, which
// that checker does all the time.
func Check(parsed *ast.AST, nodes int, places func() *ast.SourceInfo, src common.Source, d Declarations) (*ast.AST, *common.Errors, error) {
	c := &checking{
		Declarations: d, places: places, errors: common.NewErrors(src),
		types: make(map[int64]*types.Type, nodes), refs: make(map[int64]*ast.ReferenceInfo, nodes), Unifier: celtypes.Unifier{Plain: plain, Left: celtypes.Steps(nodes)},
	}
	c.expr(parsed.Expr())
	if !c.Large {
		c.settle()
	}
	if c.Large {
		return nil, nil, ErrLarge
	}
	return ast.NewCheckedAST(parsed, c.types, c.refs), c.errors, nil
}

// ErrLarge is the error of an expression with types that are too large.
var ErrLarge = errors.New("the expression has a type of more than 10,000 parts, or types that take as long to compare, as of maps in maps in maps, which are both keys and values: it is not compiled, and a server may not end compiling it")

type checking struct {
	Declarations
	celtypes.Unifier
	places func() *ast.SourceInfo
	errors *common.Errors
	count  int // of errors
	types  map[int64]*types.Type
	refs   map[int64]*ast.ReferenceInfo
	locals []local
	looped bool // there was a comprehension
}

// local is a variable of a comprehension. Those of one scope don't hide each other: the first of a
// name is it.
type local struct {
	name  string
	t     *types.Type
	scope int
}

var factory = ast.NewExprFactory()

// settle writes down what is known of type parameters in the end. What is not known is dyn.
func (c *checking) settle() {
	if !c.HasParameters() {
		return
	}
	done := map[*types.Type]*types.Type{}
	for id, t := range c.types {
		if c.Open(t) {
			c.types[id] = c.Finally(t, done)
		}
	}
}

func (c *checking) expr(e ast.Expr) {
	switch e.Kind() {
	case ast.LiteralKind:
		switch t := e.AsLiteral().Type(); t {
		case types.BoolType, types.BytesType, types.DoubleType, types.IntType, types.NullType, types.StringType, types.UintType:
			c.setType(e, t.(*types.Type))
		default:
			c.report(e, "unexpected %s type: %v", "literal", t.TypeName())
		}
	case ast.IdentKind:
		c.ident(e)
	case ast.SelectKind:
		c.selection(e)
	case ast.CallKind:
		c.call(e)
	case ast.ListKind:
		c.list(e)
	case ast.MapKind:
		c.mapping(e)
	case ast.StructKind:
		c.structure(e)
	case ast.ComprehensionKind:
		c.comprehension(e)
	default:
		c.report(e, "unexpected %s type: %v", "unspecified", fmt.Sprintf("%T", e))
	}
}

// of returns the type of an expression that was checked; nil for none.
func (c *checking) of(e ast.Expr) *types.Type { return c.types[e.ID()] }

// setType says what the type of an expression is. One that stands in several places of the tree
// has one.
func (c *checking) setType(e ast.Expr, t *types.Type) {
	t = c.One(t)
	if before, ok := c.types[e.ID()]; ok && before != t && !before.IsExactType(t) {
		c.report(e, "incompatible type already exists for expression: %v(%d) old:%v, new:%v", e, e.ID(), before, t)
		return
	}
	c.types[e.ID()] = t
}

func (c *checking) setReference(e ast.Expr, r *ast.ReferenceInfo) {
	if before, ok := c.refs[e.ID()]; ok && !before.Equals(r) {
		c.report(e, "reference already exists for expression: %v(%d) old:%v, new:%v", e, e.ID(), before, r)
		return
	}
	c.refs[e.ID()] = r
}

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

func (c *checking) comprehension(e ast.Expr) {
	x := e.AsComprehension()
	c.expr(x.IterRange())
	c.expr(x.AccuInit())
	over, result := c.Now(c.of(x.IterRange())), c.of(x.AccuInit())
	first, second := types.ErrorType, types.ErrorType
	switch over.Kind() {
	case types.ListKind:
		first, second = over.Parameters()[0], over.Parameters()[0]
		if x.HasIterVar2() {
			first = types.IntType
		}
	case types.MapKind:
		first, second = over.Parameters()[0], over.Parameters()[1]
	case types.DynKind, types.ErrorKind, types.TypeParamKind:
		c.Assignable(types.DynType, over) // lest it becomes something else later
		first, second = types.DynType, types.DynType
	default:
		c.report(x.IterRange(), "expression of type '%s' cannot be range of a comprehension (must be list, map, or dynamic)", text{over})
	}
	c.looped = true
	outside := len(c.locals)
	c.locals = append(c.locals, local{x.AccuVar(), result, outside})
	c.locals = append(c.locals, local{x.IterVar(), first, outside + 1})
	if x.HasIterVar2() {
		c.locals = append(c.locals, local{x.IterVar2(), second, outside + 1})
	}
	c.expr(x.LoopCondition())
	c.mustBe(x.LoopCondition(), types.BoolType)
	c.expr(x.LoopStep())
	c.mustBe(x.LoopStep(), result)
	c.locals = c.locals[:outside+1]
	c.expr(x.Result())
	c.locals = c.locals[:outside]
	c.setType(e, c.Now(c.of(x.Result())))
}

func (c *checking) mustBe(e ast.Expr, want *types.Type) {
	if !c.Assignable(want, c.of(e)) {
		c.mismatch(e, want, c.of(e))
	}
}

// call checks a call of a function, or of one with dots in its name.
func (c *checking) call(e ast.Expr) {
	call := e.AsCall()
	if call.FunctionName() == operators.OptSelect {
		c.optionalSelection(e)
		return
	}
	for _, a := range call.Args() {
		c.expr(a)
	}
	if !call.IsMemberFunction() {
		name := strings.TrimPrefix(call.FunctionName(), ".")
		if c.Functions[name] == nil {
			c.undeclared(e, call.FunctionName())
			c.setType(e, types.ErrorType)
			return
		}
		if name != call.FunctionName() {
			e.SetKindCase(factory.NewCall(e.ID(), name, call.Args()...))
		}
		c.resolve(e, name, nil, call.Args())
		return
	}
	if name := qualifiedName(call.Target(), call.FunctionName()); name != "" && c.Functions[name] != nil {
		e.SetKindCase(factory.NewCall(e.ID(), name, call.Args()...))
		c.resolve(e, name, nil, call.Args())
		return
	}
	c.expr(call.Target())
	if c.Functions[call.FunctionName()] == nil {
		c.setType(e, types.ErrorType)
		c.undeclared(e, call.FunctionName())
		return
	}
	c.resolve(e, call.FunctionName(), call.Target(), call.Args())
}
