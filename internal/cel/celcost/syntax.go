package celcost

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celrule"
)

// AST returns the type-checked syntax tree of the expression. It must not be changed.
func (e *Expression) AST() *ast.AST { return e.compiled.AST() }

// Offset returns the byte offset in the text of a node of AST, or -1 for a node that a macro generated.
func (e *Expression) Offset(id int64) int { return e.compiled.Offset(e.Text, id) }

// UsesOldSelf reports whether the expression uses oldSelf. Such a rule is evaluated only if there is an old value,
// unless it sets optionalOldSelf.
func (e *Expression) UsesOldSelf() bool { return e.compiled.UsesOldSelf }

// Traits returns the traits of the expression, which do not depend on its schema.
func (e *Expression) Traits() celrule.Traits { return e.compiled.Traits }

// Parse parses another text in the environment of the expression, without types. It returns nil if the text has errors.
func (e *Expression) Parse(text string) *ast.AST {
	tree, _ := e.compiled.Env().Parse(text) // nil for errors; NativeRep of nil is nil
	return tree.NativeRep()
}

// ParseHere is Parse for a text that is also compiled in place of the expression: a text without errors is parsed only
// once.
func (e *Expression) ParseHere(text string) *ast.AST {
	if x := e.recompile(text); x.Error == nil {
		return x.AST()
	}
	return e.Parse(text)
}

// Compile compiles another text in place of the expression, with the same types.
func (e *Expression) Compile(text string) *celrule.Expression { return e.recompile(text) }
