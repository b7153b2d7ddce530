package celassist

import (
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celsyntax"
)

// TokenKind is the kind of a token for colouring a text.
type TokenKind uint8

// The kinds of tokens. Brackets, commas and dots have none.
const (
	VariableToken TokenKind = iota
	PropertyToken
	FunctionToken
	MethodToken
	MacroToken
	OperatorToken
	StringToken
	NumberToken
	KeywordToken
	CommentToken
)

// Token is a part of a text with its kind.
type Token struct {
	Span
	Kind TokenKind
}

// Tokens returns the tokens of the text of an expression in their order, even if the text is unfinished.
func Tokens(text string) []Token {
	c := newCode(text)
	all := make([]Token, 0, len(c.tokens)+len(c.comments))
	comments := c.comments
	for i, t := range c.tokens {
		for len(comments) > 0 && comments[0].Start < t.Start {
			all = append(all, Token{comments[0].Span, CommentToken})
			comments = comments[1:]
		}
		if kind, ok := c.kindOf(i); ok {
			all = append(all, Token{t.Span, kind})
		}
	}
	for _, t := range comments {
		all = append(all, Token{t.Span, CommentToken})
	}
	return all
}

// kindOf returns the kind of a token; false if it has none.
func (c *code) kindOf(i int) (TokenKind, bool) {
	switch c.tokens[i].Kind {
	case celsyntax.String:
		return StringToken, true
	case celsyntax.Numeral:
		return NumberToken, true
	case celsyntax.Symbol:
		return OperatorToken, strings.Trim(c.word(i), "+-*/%!<>=&|?:") == ""
	}
	called := c.isCalled(i)
	m := macros[c.word(i)]
	switch {
	case c.afterDot(i) && called && m != nil && len(m.receivers) > 0:
		return MacroToken, true
	case c.afterDot(i) && called && !c.inNamespace(i):
		return MethodToken, true
	case c.afterDot(i) && !called:
		return PropertyToken, true
	case isKeyword(c.word(i)):
		return KeywordToken, true
	case called && m != nil && len(m.receivers) == 0:
		return MacroToken, true
	case called, c.is(i+1) == '.' && c.inNamespace(i+2):
		return FunctionToken, true
	}
	return VariableToken, true
}

// inNamespace reports whether a name calls a function of a namespace, such as contains in sets.contains(a, b).
func (c *code) inNamespace(i int) bool {
	if c.is(i-1) != '.' || !c.isCalled(i) || c.afterDot(i-2) {
		return false
	}
	name := c.word(i-2) + "." + c.word(i)
	for n := range functionDocs {
		if functionDocs[n].name == name {
			return true
		}
	}
	return false
}

func isKeyword(word string) bool {
	switch word {
	case "in", "true", "false", "null":
		return true
	}
	return false
}
