package celassist

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Hover explains a name in an expression.
type Hover struct {
	Span Span
	// Name is the name of a field, variable, function or macro.
	Name string
	Kind ItemKind
	// Type is the type of a field, a variable, or the result of a call; empty if it is unknown.
	Type string
	// Signatures are the forms of a function or macro.
	Signatures []Signature
	// Doc is our documentation in Markdown.
	Doc string
	// Node is the node of the schema that declares the value, or -1.
	Node int32
	// Path is the path of the value in an object, with names as they are in the file.
	Path string
	// Schema is that of the value; nil if it has none. Required is set if the object must have it.
	Schema   *schema.Schema
	Required bool
	// Cost is the estimated cost of the expression that ends with the name or with its call; nil if it cannot be estimated
	// alone.
	Cost *Cost
}

// Cost is an estimated cost.
type Cost struct {
	// Once is the highest cost of one execution, Executions how often the rule is executed at most, and Total the product.
	Once, Executions, Total uint64
	// Limit is the limit of Total for the whole rule.
	Limit uint64
	// Version is the version of Kubernetes that estimates so.
	Version kube.Version
}

// Hover explains the name at an offset; nil if there is none.
func (x *Expression) Hover(offset int) *Hover {
	c := x.code
	i := c.wordAt(offset)
	if i < 0 || c.inComment(offset) {
		return nil
	}
	h := &Hover{Span: c.tokens[i].Span, Name: c.word(i), Node: -1}
	kind, _ := c.kindOf(i)
	switch kind {
	case KeywordToken:
		return x.hoverKeyword(h)
	case FunctionToken:
		if !c.isCalled(i) { // sets of sets.contains
			i += 2
		}
		h.Name, h.Kind = x.fullName(i), FunctionItem
		x.hoverCall(h, i)
	case MethodToken:
		h.Kind = MethodItem
		x.hoverCall(h, i)
	case MacroToken:
		h.Kind = MacroItem
		x.hoverCall(h, i)
	case PropertyToken:
		h.Kind = FieldItem
		x.hoverValue(h, i)
	default:
		h.Kind = VariableItem
		x.hoverVariable(h, i)
	}
	if h.Type == "" && h.Doc == "" && len(h.Signatures) == 0 {
		return nil // an unknown name
	}
	return h
}

// fullName returns the name of the function that a name calls, with its namespace.
func (x *Expression) fullName(i int) string {
	if x.code.inNamespace(i) {
		return x.code.word(i-2) + "." + x.code.word(i)
	}
	return x.code.word(i)
}

func (x *Expression) hoverKeyword(h *Hover) *Hover {
	h.Kind = KeywordItem
	if h.Name == "in" {
		h.Doc = inDoc
		return h
	}
	h.Type = literalType(h.Name)
	return h
}

// hoverCall explains a function or macro, and the result of its call.
func (x *Expression) hoverCall(h *Hover, name int) {
	h.Signatures = x.signaturesOf(name)
	if len(h.Signatures) > 0 {
		h.Doc = h.Signatures[x.active(h.Signatures, call{name: name, open: name + 1})].Doc
	}
	last := x.code.pair[name+1]
	if last < 0 {
		return
	}
	x.describe(h, x.valueOf(last))
	h.Cost = x.cost(x.code.tokens[name+1].Start)
}

// hoverValue explains a field.
func (x *Expression) hoverValue(h *Hover, name int) {
	x.describe(h, x.valueOf(name))
	dot := x.code.tokens[x.code.dotBefore(name)].Start
	h.Cost = x.cost(dot)
}

// hoverVariable explains a variable.
func (x *Expression) hoverVariable(h *Hover, name int) {
	of := x.valueOf(name)
	if v, m := x.declaration(name); v >= 0 {
		h.Doc = "A variable of `" + m + "`."
		if v == name {
			of = x.valueOfDeclared(name)
		}
	} else {
		switch h.Name {
		case "self":
			h.Doc = selfDoc(x.place)
		case "oldSelf":
			h.Doc = oldSelfDoc(x.place)
			if !x.mayUseOldSelf() {
				h.Doc = "The server refuses `oldSelf` here: the values of old and new objects cannot be matched in a list that is not of type map."
			}
		}
	}
	x.describe(h, of)
}

// describe sets the type and the schema of a value.
func (x *Expression) describe(h *Hover, of *value) {
	if of == nil {
		return
	}
	h.Type = TypeName(of.t)
	if of.t.Kind() == types.ErrorKind {
		h.Type = ""
	}
	if id := of.origin.node; id >= 0 {
		t := x.tree
		h.Node, h.Path, h.Schema, h.Required = id, celcost.FieldOf(t, id), t.Nodes[id].Schema, isRequired(t, id)
	}
}

// cost returns the cost of the outermost expression that begins at an offset; nil if it cannot be estimated alone.
func (x *Expression) cost(offset int) *Cost {
	whole := x.whole()
	if whole == nil || whole.HasErrors || x.isDynamicSelf() {
		return nil
	}
	at := whole.At(x.text, offset)
	if at == nil || !isClosedExpression(at) {
		return nil
	}
	return x.costOf(whole, at)
}

// costOf returns the cost of a part of the whole text, which has no errors.
func (x *Expression) costOf(whole *typed, part ast.Expr) *Cost {
	executions := uint64(1)
	if !x.place.IsMessage {
		executions = celcost.ExecutionsOf(x.tree, x.place.Node, x.self).Max
	}
	c := &Cost{Once: x.assistant.checker.CostOf(whole.Part(part), x.self), Executions: executions, Limit: celcost.ExpressionLimit, Version: x.assistant.newest}
	c.Total = celcost.Multiply(c.Once, c.Executions)
	return c
}

// isClosedExpression reports whether an expression uses no variable of a macro around it.
func isClosedExpression(e ast.Expr) bool {
	bound := map[string]bool{"self": true, "oldSelf": true}
	closed := true
	ast.PreOrderVisit(e, ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.ComprehensionKind:
			c := e.AsComprehension()
			bound[c.IterVar()], bound[c.IterVar2()], bound[c.AccuVar()] = true, true, true
		case ast.IdentKind:
			closed = closed && bound[e.AsIdent()]
		}
	}))
	return closed
}
