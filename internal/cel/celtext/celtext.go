// Package celtext prints parts of CEL expressions, for comparing them and for messages. Parts of one expression with
// the same text have the same value; parts with the same value may have different texts. Expanded macros are not
// printed in their original form.
package celtext

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// Of returns the text of an expression. An expanded macro is printed as a call of fold, so that the text is for
// comparing, and only for messages if there is no macro.
func Of(e ast.Expr) string {
	var b strings.Builder
	write(&b, e)
	return b.String()
}

func write(b *strings.Builder, e ast.Expr) {
	switch e.Kind() {
	case ast.LiteralKind:
		b.WriteString(Literal(e.AsLiteral()))
	case ast.IdentKind:
		b.WriteString(e.AsIdent())
	case ast.SelectKind:
		s := e.AsSelect()
		if s.IsTestOnly() {
			b.WriteString("has(")
		}
		write(b, s.Operand())
		b.WriteString("." + s.FieldName())
		if s.IsTestOnly() {
			b.WriteString(")")
		}
	case ast.CallKind:
		writeCall(b, e.AsCall())
	case ast.ListKind:
		writeList(b, e.AsList())
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		b.WriteString("fold(" + c.IterVar() + "," + c.IterVar2() + "," + c.AccuVar() + ",")
		writeAll(b, []ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()})
		b.WriteString(")")
	case ast.MapKind:
		writeEntries(b, "", e.AsMap().Entries())
	case ast.StructKind:
		s := e.AsStruct()
		writeEntries(b, s.TypeName(), s.Fields())
	}
}

func writeList(b *strings.Builder, l ast.ListExpr) {
	b.WriteString("[")
	for i, e := range l.Elements() {
		if i > 0 {
			b.WriteString(", ")
		}
		writeOptional(b, l.IsOptional(int32(i)))
		write(b, e)
	}
	b.WriteString("]")
}

func writeAll(b *strings.Builder, all []ast.Expr) {
	for i, e := range all {
		if i > 0 {
			b.WriteString(", ")
		}
		write(b, e)
	}
}

// writeEntries writes a map or a message of a type.
func writeEntries(b *strings.Builder, name string, entries []ast.EntryExpr) {
	b.WriteString(name + "{")
	for i, entry := range entries {
		if i > 0 {
			b.WriteString(", ")
		}
		switch entry.Kind() {
		case ast.MapEntryKind:
			m := entry.AsMapEntry()
			writeOptional(b, m.IsOptional())
			write(b, m.Key())
			b.WriteString(": ")
			write(b, m.Value())
		case ast.StructFieldKind:
			f := entry.AsStructField()
			writeOptional(b, f.IsOptional())
			b.WriteString(f.Name() + ": ")
			write(b, f.Value())
		}
	}
	b.WriteString("}")
}

func writeOptional(b *strings.Builder, optional bool) {
	if optional {
		b.WriteString("?")
	}
}

func writeCall(b *strings.Builder, c ast.CallExpr) {
	name, args := c.FunctionName(), c.Args()
	switch {
	case name == operators.Index && len(args) == 2:
		write(b, args[0])
		b.WriteString("[")
		write(b, args[1])
		b.WriteString("]")
		return
	case name == operators.OptSelect && len(args) == 2 && args[1].Kind() == ast.LiteralKind:
		write(b, args[0])
		b.WriteString(".?")
		if s, ok := args[1].AsLiteral().(types.String); ok {
			b.WriteString(string(s))
		}
		return
	case c.IsMemberFunction():
		write(b, c.Target())
		b.WriteString(".")
	case len(args) == 2:
		if sign, ok := operators.FindReverseBinaryOperator(name); ok {
			b.WriteString("(")
			write(b, args[0])
			b.WriteString(" " + sign + " ")
			write(b, args[1])
			b.WriteString(")")
			return
		}
	}
	b.WriteString(name + "(")
	writeAll(b, args)
	b.WriteString(")")
}
