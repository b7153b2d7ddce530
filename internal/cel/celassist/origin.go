package celassist

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// origin is the node of the schema that declares a value, and the one that declares the items of a list that the
// expression makes. -1 stands for no node.
type origin struct{ node, item int32 }

var noOrigin = origin{-1, -1}

// originOf returns the origin of a node of the tree.
func (t *typed) originOf(id int64) origin {
	if o, ok := t.origins[id]; ok {
		return o
	}
	return noOrigin
}

// tracer finds the origins of all values in a tree.
type tracer struct {
	in    *celrule.Inspected
	tree  *schematree.Tree
	node  int32 // of self
	found map[int64]origin
	// variables are those of the macros around.
	variables map[string]origin
}

func originsOf(in *celrule.Inspected, t *schematree.Tree, self int32) map[int64]origin {
	tr := &tracer{in, t, self, map[int64]origin{}, map[string]origin{}}
	tr.expr(in.AST.Expr())
	return tr.found
}

func (tr *tracer) expr(e ast.Expr) origin {
	o := tr.of(e)
	if t := tr.in.AST.GetType(e.ID()); t != nil {
		if steps, ok := celrule.Steps(valueType(t)); ok { // the type itself names the node
			o.node = follow(tr.tree, tr.node, steps)
		}
	}
	tr.found[e.ID()] = o
	return o
}

func (tr *tracer) of(e ast.Expr) origin {
	switch e.Kind() {
	case ast.IdentKind:
		return tr.variable(e.AsIdent())
	case ast.SelectKind:
		o := tr.field(tr.expr(e.AsSelect().Operand()), e.AsSelect().FieldName())
		if e.AsSelect().IsTestOnly() {
			return noOrigin // of the result of has
		}
		return o
	case ast.CallKind:
		return tr.call(e.AsCall())
	case ast.ListKind:
		o := noOrigin
		for i, item := range e.AsList().Elements() {
			if of := tr.expr(item); i == 0 {
				o.item = of.node
			}
		}
		return o
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			tr.expr(entry.AsMapEntry().Key())
			tr.expr(entry.AsMapEntry().Value())
		}
	case ast.StructKind:
		for _, field := range e.AsStruct().Fields() {
			tr.expr(field.AsStructField().Value())
		}
	case ast.ComprehensionKind:
		return tr.comprehension(e.AsComprehension())
	}
	return noOrigin
}

func (tr *tracer) variable(name string) origin {
	if o, ok := tr.variables[name]; ok {
		return o
	}
	if name == "self" || name == "oldSelf" {
		return origin{tr.node, -1}
	}
	return noOrigin
}

// field returns the origin of a field, or of the value of a map.
func (tr *tracer) field(of origin, name string) origin {
	if of.node < 0 {
		return noOrigin
	}
	if child := property(tr.tree, of.node, name); child >= 0 {
		return origin{child, -1}
	}
	return origin{childOf(tr.tree, of.node, schematree.RoleAdditionalProperties), -1}
}

// items returns the origin of the items of a list, or of the values of a map.
func (tr *tracer) items(of origin) origin {
	if of.node < 0 {
		return origin{of.item, -1}
	}
	if child := childOf(tr.tree, of.node, schematree.RoleItems); child >= 0 {
		return origin{child, -1}
	}
	return origin{childOf(tr.tree, of.node, schematree.RoleAdditionalProperties), -1}
}

func (tr *tracer) call(c ast.CallExpr) origin {
	target := noOrigin
	if c.IsMemberFunction() {
		target = tr.expr(c.Target())
	}
	args := make([]origin, len(c.Args()))
	for i, a := range c.Args() {
		args[i] = tr.expr(a)
	}
	switch c.FunctionName() {
	case operators.OptSelect:
		if key := c.Args()[1]; key.Kind() == ast.LiteralKind {
			if name, ok := key.AsLiteral().(types.String); ok {
				return tr.field(args[0], string(name))
			}
		}
	case operators.Index, operators.OptIndex:
		return tr.items(args[0])
	case operators.Conditional:
		if args[1] == noOrigin {
			return args[2]
		}
		return args[1]
	case operators.Add, "dyn", "optional.of", "optional.ofNonZeroValue":
		return args[0]
	case "first", "last", "min", "max":
		return tr.items(target)
	case "orValue", "or", "value", "sort", "distinct", "reverse", "slice", "@sortByAssociatedKeys":
		return target
	}
	return noOrigin
}

// comprehension returns the origin of the items for a list that a macro collects.
func (tr *tracer) comprehension(c ast.ComprehensionExpr) origin {
	over := tr.expr(c.IterRange())
	accu := tr.expr(c.AccuInit())
	first, second := noOrigin, noOrigin
	t := tr.in.AST.GetType(c.IterRange().ID())
	isMap := t != nil && t.Kind() == types.MapKind
	switch {
	case c.HasIterVar2():
		second = tr.items(over)
	case !isMap:
		first = tr.items(over)
	}
	if c.IterVar() == unusedVariable { // optMap and optFlatMap bind a variable in this way
		return tr.with(c.AccuVar(), accu, func() origin { return tr.expr(c.Result()) })
	}
	return tr.with(c.IterVar(), first, func() origin {
		return tr.with(c.IterVar2(), second, func() origin {
			collected := noOrigin
			tr.with(c.AccuVar(), noOrigin, func() origin {
				tr.expr(c.LoopCondition())
				collected = tr.collected(c.LoopStep())
				return noOrigin
			})
			return tr.with(c.AccuVar(), collected, func() origin { return tr.expr(c.Result()) })
		})
	})
}

// unusedVariable is the variable of a comprehension that only binds its accumulator to a value.
const unusedVariable = "#unused"

// collected returns the origin of the list to which a step adds items.
func (tr *tracer) collected(step ast.Expr) origin {
	o := tr.expr(step)
	if step.Kind() != ast.CallKind {
		return o
	}
	switch c := step.AsCall(); {
	case c.FunctionName() == operators.Conditional && len(c.Args()) == 3:
		return tr.collected(c.Args()[1])
	case c.FunctionName() == operators.Add && len(c.Args()) == 2:
		return tr.found[c.Args()[1].ID()]
	}
	return noOrigin
}

// with calls f while a variable has an origin.
func (tr *tracer) with(name string, o origin, f func() origin) origin {
	before, had := tr.variables[name]
	tr.variables[name] = o
	result := f()
	if had {
		tr.variables[name] = before
	} else {
		delete(tr.variables, name)
	}
	return result
}

// follow returns the node to which steps lead from a node, or -1.
func follow(t *schematree.Tree, id int32, steps []string) int32 {
	for _, step := range steps {
		switch step {
		case "@idx":
			id = childOf(t, id, schematree.RoleItems)
		case "@elem":
			id = childOf(t, id, schematree.RoleAdditionalProperties)
		default:
			id = property(t, id, step)
		}
		if id < 0 {
			return -1
		}
	}
	return id
}

// property returns the node of the property that a rule calls by a name, which may be escaped; -1 if there is none.
func property(t *schematree.Tree, id int32, name string) int32 {
	if strings.Contains(name, "__") {
		if plain, ok := apiservercel.Unescape(name); ok {
			name = plain
		}
	}
	for c := id + 1; c < t.Nodes[id].End; c = t.Nodes[c].End {
		if n := &t.Nodes[c]; n.Role == schematree.RoleProperty && n.Name == name {
			return c
		}
	}
	return -1
}

// childOf returns the child with a role, or -1.
func childOf(t *schematree.Tree, id int32, role schematree.Role) int32 {
	for c := id + 1; c < t.Nodes[id].End; c = t.Nodes[c].End {
		if t.Nodes[c].Role == role {
			return c
		}
	}
	return -1
}
