package celsyntax

import "strings"

// TokenKind is the kind of a token.
type TokenKind uint8

// The kinds of tokens. A keyword such as in or true is a Name.
const (
	Symbol TokenKind = iota // an operator, a bracket, or a character that CEL does not have
	Name
	QuotedName // in backticks
	Numeral
	String // with its prefix and quotes
	Comment
)

// Token is a token of a text.
type Token struct {
	Span
	Kind TokenKind
}

// Lex returns the tokens of a text, comments among them, even if the text is no CEL. A string without a closing quote
// ends with its line.
func Lex(text string) []Token {
	all := make([]Token, 0, len(text)/3+4)
	t := tokens{text: text}
	for i := 0; i < len(text); {
		if strings.IndexByte(" \t\r\n\f", text[i]) >= 0 {
			i++
			continue
		}
		token := Token{Span: Span{i, t.afterToken(i)}}
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "//"):
			token.Kind, token.End = Comment, endOfLine(text, i)
		case IsDigit(c) || c == '.' && token.End > i+1:
			token.Kind = Numeral
		case stringQuote(text, i) >= 0:
			token.Kind, token.End = String, endOfString(text, i, token.End)
		case c == '`':
			token.Kind = QuotedName
		case IsLetter(c):
			token.Kind = Name
		}
		i = token.End
		all = append(all, token)
	}
	return all
}

// stringQuote returns the place of the quote that begins a string at i, which may have a prefix such as r; -1 for another
// token.
func stringQuote(text string, i int) int {
	for n := i; n < len(text) && n <= i+2; n++ {
		switch c := text[n]; {
		case c == '"' || c == '\'':
			return n
		case strings.IndexByte("rRbB", c) < 0:
			return -1
		}
	}
	return -1
}

// endOfString returns the end of a string, of which only triple quotes span lines.
func endOfString(text string, start, end int) int {
	quote := text[stringQuote(text, start):]
	if strings.HasPrefix(quote, `"""`) || strings.HasPrefix(quote, `'''`) {
		return end
	}
	return min(end, endOfLine(text, start))
}

func endOfLine(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}
