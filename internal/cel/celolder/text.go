package celolder

import (
	"strings"

	"github.com/google/cel-go/common/ast"
)

// Text returns an expression as text of the protobuf message for expressions, with one space between two fields.
func Text(e ast.Expr) string {
	message, err := ast.ExprToProto(e)
	if err != nil {
		return "" // no parser makes such a kind
	}
	return oneSpace(message.String())
}

// oneSpace replaces two spaces outside of strings by one: the text of a message has one or two between fields, by a
// hash of the binary.
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
