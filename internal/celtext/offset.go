package celtext

import "github.com/google/cel-go/common/ast"

// Offset returns the byte of an expression's text at which a node stands, or
// -1 for what a macro has made.
func Offset(tree *ast.AST, text string, id int64) int {
	at, ok := tree.SourceInfo().GetOffsetRange(id)
	if !ok || at.Start < 0 {
		return -1
	}
	chars := at.Start
	for i := range text {
		if chars == 0 {
			return i
		}
		chars--
	}
	return len(text)
}
