package rules

import (
	"math"
	"strconv"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	apiservercel "k8s.io/apiserver/pkg/cel"
)

// celText writes an expression. What macros have made of all() and the like is
// written as a call of fold, so the text is for comparing, and for showing only
// where there is none.
func celText(e ast.Expr) string {
	var b strings.Builder
	writeCEL(&b, e)
	return b.String()
}

func writeCEL(b *strings.Builder, e ast.Expr) {
	switch e.Kind() {
	case ast.LiteralKind:
		b.WriteString(literalText(e.AsLiteral()))
	case ast.IdentKind:
		b.WriteString(e.AsIdent())
	case ast.SelectKind:
		s := e.AsSelect()
		if s.IsTestOnly() {
			b.WriteString("has(")
		}
		writeCEL(b, s.Operand())
		b.WriteString("." + s.FieldName())
		if s.IsTestOnly() {
			b.WriteString(")")
		}
	case ast.CallKind:
		writeCall(b, e.AsCall())
	case ast.ListKind:
		b.WriteString("[")
		writeAll(b, e.AsList().Elements())
		b.WriteString("]")
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		b.WriteString("fold(" + c.IterVar() + "," + c.IterVar2() + "," + c.AccuVar() + ",")
		writeAll(b, []ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()})
		b.WriteString(")")
	default: // maps and the like, of which no two need be alike
		b.WriteString("{" + strconv.FormatInt(e.ID(), 10) + "}")
	}
}

func writeAll(b *strings.Builder, all []ast.Expr) {
	for i, e := range all {
		if i > 0 {
			b.WriteString(", ")
		}
		writeCEL(b, e)
	}
}

func writeCall(b *strings.Builder, c ast.CallExpr) {
	name, args := c.FunctionName(), c.Args()
	switch {
	case name == operators.Index && len(args) == 2:
		writeCEL(b, args[0])
		b.WriteString("[")
		writeCEL(b, args[1])
		b.WriteString("]")
		return
	case name == operators.OptSelect && len(args) == 2 && args[1].Kind() == ast.LiteralKind:
		writeCEL(b, args[0])
		b.WriteString(".?")
		if s, ok := args[1].AsLiteral().(types.String); ok {
			b.WriteString(string(s))
		}
		return
	case c.IsMemberFunction():
		writeCEL(b, c.Target())
		b.WriteString(".")
	case len(args) == 2:
		if sign, ok := operators.FindReverseBinaryOperator(name); ok {
			b.WriteString("(")
			writeCEL(b, args[0])
			b.WriteString(" " + sign + " ")
			writeCEL(b, args[1])
			b.WriteString(")")
			return
		}
	}
	b.WriteString(name + "(")
	writeAll(b, args)
	b.WriteString(")")
}

// literalText writes a literal; equal numbers of two types alike.
func literalText(v ref.Val) string {
	switch v := v.(type) {
	case types.String:
		return strconv.Quote(string(v))
	case types.Int:
		return strconv.FormatInt(int64(v), 10)
	case types.Uint:
		return strconv.FormatUint(uint64(v), 10)
	case types.Double:
		return floatText(float64(v))
	case types.Bool:
		return strconv.FormatBool(bool(v))
	case types.Bytes:
		return "b" + strconv.Quote(string(v))
	}
	return "null"
}

func floatText(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return strconv.FormatInt(int64(f), 10)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// celOffset returns the byte of an expression's text at which a node stands, or
// -1 for what a macro has made.
func celOffset(tree *ast.AST, text string, id int64) int {
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

// jsonLiteral writes a value of the schema as literalText does the same value of
// CEL; "" if it is no scalar.
func jsonLiteral(value any) string {
	switch value := value.(type) {
	case string:
		return strconv.Quote(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return floatText(value)
	case bool:
		return strconv.FormatBool(value)
	case nil:
		return "null"
	}
	return ""
}

// celName writes the name of a field as expressions do.
func celName(name string) string {
	if escaped, ok := apiservercel.Escape(name); ok {
		return escaped
	}
	return name
}
