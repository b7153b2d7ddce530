package celrule

import (
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// manyParts is from how many parts on an expression is checked part by part.
const manyParts = 16

// checkParts returns the errors of an expression that is made of many conditions, by && and ||
// and !: each of them is checked by itself, for cel-go's checker takes time that grows with the
// square of the calls in an expression. It returns nil if there are none, for who wants the types
// of all, and where all has to be checked to know.
func checkParts(parsed *ast.AST, src common.Source, declarations *checker.Env) *common.Errors {
	parts := conditions(parsed.Expr(), nil)
	if len(parts) < manyParts {
		return nil
	}
	all := common.NewErrors(src)
	found := false
	for _, part := range parts {
		checked, errs := checker.Check(alone(part, parsed.SourceInfo(), src), src, declarations)
		list := errs.GetErrors()
		if len(list) >= mostErrors {
			return nil // there may be more
		}
		for _, e := range list {
			all.ReportErrorAtID(e.ExprID, e.Location, "%s", e.Message)
			found = true
		}
		if len(list) > 0 && !surelyBool(part) || len(list) == 0 && !isBool(checked.GetType(part.ID())) {
			return nil // the call around it may say something of that
		}
	}
	if !found {
		return nil
	}
	return all
}

// isBool reports whether && takes a type.
func isBool(t *types.Type) bool { return t.Kind() == types.BoolKind || t.Kind() == types.DynKind }

// surelyBool reports whether an expression with an error within has a type that && takes: a
// comparison or a name has that of errors if it is not a bool, of which nothing more is said.
func surelyBool(e ast.Expr) bool {
	switch e.Kind() {
	case ast.IdentKind:
		return true
	case ast.SelectKind:
		of := e.AsSelect().Operand()
		return of.Kind() == ast.IdentKind || of.Kind() == ast.SelectKind && surelyBool(of)
	case ast.CallKind:
		switch e.AsCall().FunctionName() {
		case operators.Equals, operators.NotEquals, operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals, operators.In:
			return true
		}
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		init := c.AccuInit()
		return init.Kind() == ast.LiteralKind && init.AsLiteral().Type() == types.BoolType && c.Result().Kind() == ast.IdentKind
	}
	return false
}

// alone is the tree of a part of an expression, with the places of its own nodes: the checker
// drops those of all others.
func alone(part ast.Expr, of *ast.SourceInfo, src common.Source) *ast.AST {
	info := ast.NewSourceInfo(src)
	ast.PostOrderVisit(part, ast.NewExprVisitor(func(e ast.Expr) {
		if at, known := of.GetOffsetRange(e.ID()); known {
			info.SetOffsetRange(e.ID(), at)
		}
	}))
	return ast.NewAST(part, info)
}

// conditions adds the parts of a condition to a list, in the order of the text.
func conditions(e ast.Expr, to []ast.Expr) []ast.Expr {
	if e.Kind() == ast.CallKind {
		call := e.AsCall()
		switch call.FunctionName() {
		case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot:
			for _, a := range call.Args() {
				to = conditions(a, to)
			}
			return to
		}
	}
	return append(to, e)
}
