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
