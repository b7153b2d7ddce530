package celrule

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/containers"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// inference determines the types in an expression, and the functions that it calls, if every type is known: nothing is
// dynamic, optional or null, no list is empty except the initial one of filter and map, and there is no error. This
// holds for most rules, and gives the result of cel-go's checker, which checks all other expressions.
type inference struct {
	functions map[string][]*decls.OverloadDecl
	scope     *scope
	locals    []local
	types     map[int64]*types.Type
	refs      map[int64]*ast.ReferenceInfo
}

type local struct {
	name string
	t    *types.Type
}

// infer returns a checked tree, or false if cel-go's checker must check the expression.
func infer(p *parsed, functions map[string][]*decls.OverloadDecl, s *scope) (*ast.AST, bool) {
	n := len(p.places)
	i := inference{
		functions: functions, scope: s,
		types: make(map[int64]*types.Type, n), refs: make(map[int64]*ast.ReferenceInfo, n),
	}
	if i.expr(p.tree.Expr()) == nil {
		return nil, false
	}
	return ast.NewCheckedAST(p.tree, i.types, i.refs), true
}

// expr returns the type of an expression, or nil if cel-go's checker is needed.
func (i *inference) expr(e ast.Expr) *types.Type {
	var t *types.Type
	switch e.Kind() {
	case ast.LiteralKind:
		t = literalType(e.AsLiteral().Type().TypeName())
	case ast.IdentKind:
		if t = i.variable(e.AsIdent()); t != nil {
			i.refs[e.ID()] = ast.NewIdentReference(e.AsIdent(), nil)
		}
	case ast.SelectKind:
		t = i.selection(e.AsSelect())
	case ast.CallKind:
		t = i.call(e)
	case ast.ListKind:
		t = i.list(e.AsList())
	case ast.ComprehensionKind:
		t = i.comprehension(e.AsComprehension())
	}
	if t == nil || !known(t) {
		return nil
	}
	i.types[e.ID()] = t
	return t
}

func literalType(name string) *types.Type {
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
	return nil
}

// known reports whether a type is neither dynamic nor optional.
func known(t *types.Type) bool {
	switch t.Kind() {
	case types.BoolKind, types.IntKind, types.UintKind, types.DoubleKind, types.StringKind, types.BytesKind,
		types.DurationKind, types.TimestampKind, types.StructKind:
		return true
	case types.ListKind, types.MapKind, types.OpaqueKind:
		if t.TypeName() == "optional_type" {
			return false
		}
		for _, p := range t.Parameters() {
			if !known(p) {
				return false
			}
		}
		return true
	}
	return false
}

// variable returns the type of a variable; nil for other names, such as those of types.
func (i *inference) variable(name string) *types.Type {
	for n := len(i.locals) - 1; n >= 0; n-- {
		if i.locals[n].name == name {
			return i.locals[n].t
		}
	}
	switch name {
	case self:
		return i.scope.self
	case oldSelf:
		return i.scope.old
	}
	return nil
}

func (i *inference) selection(s ast.SelectExpr) *types.Type {
	operand := i.expr(s.Operand()) // it begins with a variable, so that it is no qualified name
	if operand == nil {
		return nil
	}
	var t *types.Type
	switch operand.Kind() {
	case types.MapKind:
		t = operand.Parameters()[1]
	case types.StructKind:
		f, ok := i.scope.provider.FindStructFieldType(operand.TypeName(), s.FieldName())
		if !ok {
			return nil
		}
		t = f.Type
	default:
		return nil
	}
	if s.IsTestOnly() {
		return types.BoolType
	}
	return t
}

func (i *inference) call(e ast.Expr) *types.Type {
	c := e.AsCall()
	args := c.Args()
	list := make([]*types.Type, 0, len(args)+1)
	if c.IsMemberFunction() {
		if _, ok := containers.ToQualifiedName(c.Target()); ok && i.variable(root(c.Target())) == nil {
			return nil // a function with dots in its name
		}
		t := i.expr(c.Target())
		if t == nil {
			return nil
		}
		list = append(list, t)
	}
	for _, a := range args {
		t := i.expr(a)
		if t == nil {
			return nil
		}
		list = append(list, t)
	}
	overloads := i.functions[c.FunctionName()]
	switch c.FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr:
		return i.logic(e.ID(), overloads[0], list)
	}
	return i.overload(e.ID(), overloads, c.IsMemberFunction(), list)
}

// root returns the variable with which a chain of selections begins.
func root(e ast.Expr) string {
	for e.Kind() == ast.SelectKind {
		e = e.AsSelect().Operand()
	}
	return e.AsIdent()
}

func (i *inference) logic(id int64, o *decls.OverloadDecl, args []*types.Type) *types.Type {
	for _, a := range args {
		if a.Kind() != types.BoolKind {
			return nil
		}
	}
	i.refs[id] = ast.NewFunctionReference(o.ID())
	return types.BoolType
}

// overload records the overloads that accept the arguments and returns the result type. Mostly there is one; several
// must have the same result type.
func (i *inference) overload(id int64, overloads []*decls.OverloadDecl, member bool, args []*types.Type) *types.Type {
	var result *types.Type
	var ref *ast.ReferenceInfo
	for _, o := range overloads {
		params := o.ArgTypes()
		if o.IsMemberFunction() != member || len(params) != len(args) {
			continue
		}
		var bound bindings
		fits := true
		for n := 0; n < len(args) && fits; n++ {
			fits = bound.match(params[n], args[n])
		}
		if !fits {
			continue
		}
		t := bound.substitute(o.ResultType())
		switch {
		case ref == nil:
			ref, result = ast.NewFunctionReference(o.ID()), t
		case t == nil || result == nil || !t.IsExactType(result):
			return nil // the type depends on the value
		default:
			ref.AddOverload(o.ID())
		}
	}
	if ref != nil {
		i.refs[id] = ref
	}
	return result
}

func (i *inference) list(l ast.ListExpr) *types.Type {
	if l.Size() == 0 || len(l.OptionalIndices()) > 0 {
		return nil
	}
	var item *types.Type
	for _, e := range l.Elements() {
		t := i.expr(e)
		if t == nil || item != nil && !item.IsExactType(t) {
			return nil
		}
		if item == nil {
			item = t
		}
	}
	return types.NewListType(item)
}

// comprehension returns the type of a comprehension that yields a bool or a number (all, exists, exists_one) or a list
// (filter, map), with one variable or two.
func (i *inference) comprehension(c ast.ComprehensionExpr) *types.Type {
	over := i.expr(c.IterRange())
	if over == nil || c.IterVar() == c.AccuVar() {
		return nil
	}
	outside := len(i.locals)
	defer func() { i.locals = i.locals[:outside] }()
	i.locals = append(i.locals, local{name: c.AccuVar()})
	params := over.Parameters()
	switch {
	case over.Kind() == types.ListKind && c.HasIterVar2():
		i.locals = append(i.locals, local{c.IterVar(), types.IntType}, local{c.IterVar2(), params[0]})
	case over.Kind() == types.MapKind && c.HasIterVar2():
		i.locals = append(i.locals, local{c.IterVar(), params[0]}, local{c.IterVar2(), params[1]})
	case over.Kind() == types.ListKind, over.Kind() == types.MapKind:
		i.locals = append(i.locals, local{c.IterVar(), params[0]})
	default:
		return nil
	}
	if init := c.AccuInit(); init.Kind() == ast.ListKind && init.AsList().Size() == 0 {
		list := i.collected(c.LoopStep(), c.AccuVar())
		if list == nil {
			return nil
		}
		i.types[init.ID()] = list
		i.locals[outside].t = list
	} else {
		result := i.outside(outside, init)
		i.locals[outside].t = result
		if step := i.expr(c.LoopStep()); result == nil || step == nil || !step.IsExactType(result) {
			return nil
		}
	}
	condition := i.expr(c.LoopCondition())
	if condition == nil || condition.Kind() != types.BoolKind {
		return nil
	}
	i.locals = i.locals[:outside+1]
	return i.expr(c.Result())
}

// outside is expr with only the first n variables.
func (i *inference) outside(n int, e ast.Expr) *types.Type {
	all := i.locals
	i.locals = all[:n:n]
	t := i.expr(e)
	i.locals = all
	return t
}

// collected returns the type of the list to which a step adds items: accu + [item], or condition ? accu + [item] :
// accu. It records the types of all nodes in the step.
func (i *inference) collected(step ast.Expr, accu string) *types.Type {
	if step.Kind() != ast.CallKind {
		return nil
	}
	call := step.AsCall()
	switch args := call.Args(); {
	case call.FunctionName() == operators.Conditional && len(args) == 3 && isVariable(args[2], accu):
		condition := i.expr(args[0])
		if condition == nil || condition.Kind() != types.BoolKind {
			return nil
		}
		list := i.collected(args[1], accu)
		if list == nil {
			return nil
		}
		i.noteVariable(args[2], list)
		i.types[step.ID()] = list
		return i.overload(step.ID(), i.functions[operators.Conditional], false, []*types.Type{condition, list, list})
	case call.FunctionName() == operators.Add && len(args) == 2 && isVariable(args[0], accu) && args[1].Kind() == ast.ListKind:
		list := i.expr(args[1])
		if list == nil {
			return nil
		}
		i.noteVariable(args[0], list)
		i.types[step.ID()] = list
		return i.overload(step.ID(), i.functions[operators.Add], false, []*types.Type{list, list})
	}
	return nil
}

func isVariable(e ast.Expr, name string) bool {
	return e.Kind() == ast.IdentKind && e.AsIdent() == name
}

func (i *inference) noteVariable(e ast.Expr, t *types.Type) {
	i.types[e.ID()], i.refs[e.ID()] = t, ast.NewIdentReference(e.AsIdent(), nil)
}

// bindings are the types of an overload's type parameters. There are few.
type bindings struct {
	names [4]string
	types [4]*types.Type
	n     int
}

func (b *bindings) find(name string) *types.Type {
	for i := range b.n {
		if b.names[i] == name {
			return b.types[i]
		}
	}
	return nil
}

// match reports whether a known type can be passed for a parameter, and binds type parameters.
func (b *bindings) match(param, arg *types.Type) bool {
	switch param.Kind() {
	case types.DynKind, types.AnyKind:
		return true
	case types.TypeParamKind:
		if t := b.find(param.TypeName()); t != nil {
			return t.IsExactType(arg)
		}
		if b.n == len(b.names) {
			return false
		}
		b.names[b.n], b.types[b.n] = param.TypeName(), arg
		b.n++
		return true
	}
	if param.Kind() != arg.Kind() || param.TypeName() != arg.TypeName() || len(param.Parameters()) != len(arg.Parameters()) {
		return false
	}
	for i, p := range param.Parameters() {
		if !b.match(p, arg.Parameters()[i]) {
			return false
		}
	}
	return true
}

// substitute returns a result type, or nil if it has unbound parameters.
func (b *bindings) substitute(t *types.Type) *types.Type {
	switch t.Kind() {
	case types.TypeParamKind:
		return b.find(t.TypeName())
	case types.ListKind:
		if item := b.substitute(t.Parameters()[0]); item != nil {
			return types.NewListType(item)
		}
		return nil
	case types.MapKind:
		key, value := b.substitute(t.Parameters()[0]), b.substitute(t.Parameters()[1])
		if key != nil && value != nil {
			return types.NewMapType(key, value)
		}
		return nil
	case types.OpaqueKind:
		if len(t.Parameters()) > 0 {
			return nil
		}
	}
	return t
}
