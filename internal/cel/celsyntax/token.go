package celsyntax

import "strings"

// tokens iterates over the tokens of a text.
type tokens struct {
	text   string
	token  Span // the next token; empty at the end
	before int  // the end of the last token
}

func (t *tokens) is(token string) bool { return t.text[t.token.Start:t.token.End] == token }

// begins reports whether the next token begins with one of chars.
func (t *tokens) begins(chars string) bool {
	return t.token.Start < len(t.text) && strings.IndexByte(chars, t.text[t.token.Start]) >= 0
}

// next advances to the next token.
func (t *tokens) next() {
	t.before = t.token.End
	i := t.afterSpace(t.token.End)
	t.token = Span{i, i}
	if i < len(t.text) {
		t.token.End = t.afterToken(i)
	}
}

func (t *tokens) afterSpace(i int) int {
	for i < len(t.text) {
		switch {
		case strings.IndexByte(" \t\r\n\f", t.text[i]) >= 0:
			i++
		case strings.HasPrefix(t.text[i:], "//"):
			for i < len(t.text) && t.text[i] != '\n' {
				i++
			}
		default:
			return i
		}
	}
	return i
}

func (t *tokens) afterToken(i int) int {
	rest := t.text[i:]
	switch c := rest[0]; {
	case c == '"' || c == '\'':
		return StringEnd(t.text, i, false)
	case IsLetter(c) || c == '`':
		n := 1
		if c == '`' {
			n += strings.IndexByte(rest[1:], '`') + 1
		}
		for n < len(rest) && (IsLetter(rest[n]) || IsDigit(rest[n])) {
			n++
		}
		if n <= 2 && n < len(rest) && (rest[n] == '"' || rest[n] == '\'') && strings.Trim(strings.ToLower(rest[:n]), "rb") == "" {
			return StringEnd(t.text, i+n, strings.ContainsAny(rest[:n], "rR"))
		}
		return i + n
	case IsDigit(c) || c == '.' && len(rest) > 1 && IsDigit(rest[1]):
		n := 1
		for n < len(rest) && (IsLetter(rest[n]) || IsDigit(rest[n]) || rest[n] == '.' || signOfExponent(rest, n)) {
			n++
		}
		return i + n
	}
	for _, two := range [...]string{"&&", "||", "==", "!=", "<=", ">="} {
		if strings.HasPrefix(rest, two) {
			return i + 2
		}
	}
	return i + 1
}

func signOfExponent(number string, n int) bool {
	return (number[n] == '-' || number[n] == '+') && (number[n-1] == 'e' || number[n-1] == 'E') && !strings.HasPrefix(number, "0x")
}

// StringEnd returns the end of the string whose quote is at i, or the end of the text if it is not closed. In a raw
// string, a backslash is no escape.
func StringEnd(text string, i int, raw bool) int {
	quote := text[i : i+1]
	if three := strings.Repeat(quote, 3); strings.HasPrefix(text[i:], three) {
		quote = three
	}
	for i += len(quote); i < len(text); i++ {
		if text[i] == '\\' && !raw {
			i++
		} else if strings.HasPrefix(text[i:], quote) {
			return i + len(quote)
		}
	}
	return len(text)
}

// IsLetter reports whether a byte can begin a name.
func IsLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

// IsDigit reports whether a byte is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }
