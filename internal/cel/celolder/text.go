package celolder

import (
	"strings"

	"github.com/google/cel-go/common/ast"
)

// Text writes an expression as text of the message that parsers and checkers exchange it
// in, with one space between two fields.
func Text(e ast.Expr) string {
	message, err := ast.ExprToProto(e)
	if err != nil {
		return "" // of no kind, which no parser makes
	}
	return oneSpace(message.String())
}

// oneSpace replaces two spaces, but not those within strings: the text of a message has one
// or two between fields, by a hash of the program that writes it.
func oneSpace(text string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			b.WriteByte(c)
			i++
		case !quoted && c == ' ' && strings.HasPrefix(text[i+1:], " "):
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
