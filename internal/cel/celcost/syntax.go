package celcost

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celrule"
)

// AST returns the type-checked syntax tree of the expression. It must not be changed.
func (e *Expression) AST() *ast.AST { return e.compiled.AST() }

// Offset returns the byte of the text at which a node of AST stands, or -1 for what a macro
// has made.
func (e *Expression) Offset(id int64) int { return e.compiled.Offset(e.Text, id) }

// UsesOldSelf reports whether the expression speaks of oldSelf. A rule that does,
// and does not say optionalOldSelf, is evaluated only where there is an old value.
func (e *Expression) UsesOldSelf() bool { return e.compiled.UsesOldSelf }

// Traits returns what is seen of the expression without its schema.
func (e *Expression) Traits() celrule.Traits { return e.compiled.Traits }

// Parse parses another text in the environment of the expression, without its types; nil
// if it has errors.
func (e *Expression) Parse(text string) *ast.AST {
	tree, _ := e.compiled.Env().Parse(text) // nil if there are errors, and so is its AST
	return tree.NativeRep()
}

// ParseHere is Parse for a text that is compiled in the place of the expression, before or after:
// one without errors is parsed once for all.
func (e *Expression) ParseHere(text string) *ast.AST {
	if x := e.again(text); x.Error == nil {
		return x.AST()
	}
	return e.Parse(text)
}

// Compile compiles another text in the place of the expression, with the same types.
func (e *Expression) Compile(text string) *celrule.Expression { return e.again(text) }
