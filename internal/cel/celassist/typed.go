package celassist

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celrule"
)

// typed is a text whose types are known, with the schema nodes of its values.
type typed struct {
	*celrule.Inspected
	origins map[int64]origin
}

func (x *Expression) inspect(text string, by *celrule.Compiler) *typed {
	i := by.Inspect(text, x.self, x.place.OptionalOldSelf)
	if i == nil {
		return nil
	}
	return &typed{i, originsOf(i, x.tree, x.place.Node)}
}

// value is a value of an expression: its type, and the schema node that declares it.
type value struct {
	t      *types.Type
	origin origin
	in     *typed
}

// marker is the field by which the value that is asked for is found in a tree.
const marker = "crdtool_asks"

// valueOf returns the value of the operand that ends with a token; nil if it cannot be determined.
func (x *Expression) valueOf(last int) *value {
	first := x.code.operand(last)
	if first < 0 {
		return nil
	}
	return x.valueIn(x.code.part(first, last), x.code.scopes(first))
}

// variable returns the value of a variable of the first scope.
func (x *Expression) variable(v variable, scopes []scope) *value { return x.valueIn(v.name, scopes) }

// valueIn returns the value of an operand in scopes.
func (x *Expression) valueIn(operand string, scopes []scope) *value {
	in := x.inspect(inScopes(operand+" ."+marker, scopes), x.assistant.all)
	if in == nil {
		return nil
	}
	var found *value
	ast.PreOrderVisit(in.AST.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() != ast.SelectKind || e.AsSelect().FieldName() != marker || found != nil {
			return
		}
		operand := e.AsSelect().Operand()
		if t := in.AST.GetType(operand.ID()); t != nil && t.Kind() != types.ErrorKind {
			found = &value{t, in.originOf(operand.ID()), in}
		}
	}))
	return found
}
