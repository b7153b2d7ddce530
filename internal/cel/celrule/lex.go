package celrule

import "strings"

// tokenKind is the kind of a token of CEL. Punctuation of one byte has that byte as its kind.
type tokenKind uint8

const (
	tokenEOF tokenKind = iota
	tokenIdent
	tokenInt
	tokenUint
	tokenFloat
	tokenString // with simple escapes only, see escapes
	tokenRawString
	tokenTrue
	tokenFalse
	tokenNull
	// The relations are the kinds from here to tokenGreater.
	tokenIn
	tokenEqual
	tokenNotEqual
	tokenLess
	tokenLessEqual
	tokenGreaterEqual
	tokenGreater
	tokenAnd
	tokenOr
	// All other kinds are a byte, which is larger than the kinds above.
)

func (k tokenKind) relation() bool { return k >= tokenIn && k <= tokenGreater }

// token is a token with its place in the text.
type token struct {
	kind       tokenKind
	start, end int32
}

// lex splits a text into tokens. It returns false for invalid text, and for rare parts of CEL that cel-go's parser must
// read: characters outside of ASCII, bytes, quoted names, hexadecimal numbers, numeric escapes.
func lex(text string, tokens []token) ([]token, bool) {
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x80 {
			return nil, false // places count characters, not bytes
		}
	}
	for i := 0; ; {
		i = skipBlank(text, i)
		if i == len(text) {
			return append(tokens, token{tokenEOF, int32(i), int32(i)}), true
		}
		kind, end, ok := lexOne(text, i)
		if !ok {
			return nil, false
		}
		tokens = append(tokens, token{kind, int32(i), int32(end)})
		i = end
	}
}

// skipBlank skips white space and comments.
func skipBlank(text string, i int) int {
	for i < len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			i++
		case c == '/' && strings.HasPrefix(text[i:], "//"):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return len(text)
			}
			i += end
		default:
			return i
		}
	}
	return i
}

func lexOne(text string, i int) (kind tokenKind, end int, ok bool) {
	next := byte(0)
	if i+1 < len(text) {
		next = text[i+1]
	}
	switch c := text[i]; {
	case isDigit(c), c == '.' && isDigit(next):
		return lexNumber(text, i)
	case (c == 'r' || c == 'R') && (next == '\'' || next == '"'):
		return lexString(text, i+1, tokenRawString)
	case (c == 'b' || c == 'B') && (next == '\'' || next == '"'):
		return 0, 0, false
	case isLetter(c):
		end := i + 1
		for end < len(text) && (isLetter(text[end]) || isDigit(text[end])) {
			end++
		}
		return keyword(text[i:end]), end, true
	case c == '\'' || c == '"':
		return lexString(text, i, tokenString)
	case c == '=' && next == '=':
		return tokenEqual, i + 2, true
	case c == '!' && next == '=':
		return tokenNotEqual, i + 2, true
	case c == '<' && next == '=':
		return tokenLessEqual, i + 2, true
	case c == '>' && next == '=':
		return tokenGreaterEqual, i + 2, true
	case c == '<':
		return tokenLess, i + 1, true
	case c == '>':
		return tokenGreater, i + 1, true
	case c == '&' && next == '&':
		return tokenAnd, i + 2, true
	case c == '|' && next == '|':
		return tokenOr, i + 2, true
	case strings.IndexByte("[]{}().,-!?:+*/%", c) >= 0:
		return tokenKind(c), i + 1, true
	}
	return 0, 0, false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func keyword(name string) tokenKind {
	switch name {
	case "in":
		return tokenIn
	case "true":
		return tokenTrue
	case "false":
		return tokenFalse
	case "null":
		return tokenNull
	}
	return tokenIdent
}

// lexNumber reads a number. A number that is directly followed by a letter or another number is invalid.
func lexNumber(text string, i int) (tokenKind, int, bool) {
	kind, end := tokenInt, i
	digits := func() bool {
		from := end
		for end < len(text) && isDigit(text[end]) {
			end++
		}
		return end > from
	}
	if strings.HasPrefix(text[i:], "0x") {
		return 0, 0, false
	}
	digits()
	if end+1 < len(text) && text[end] == '.' && isDigit(text[end+1]) {
		kind = tokenFloat
		end++
		digits()
	}
	if end < len(text) && (text[end] == 'e' || text[end] == 'E') {
		kind = tokenFloat
		end++
		if end < len(text) && (text[end] == '+' || text[end] == '-') {
			end++
		}
		if !digits() {
			return 0, 0, false
		}
	}
	if kind == tokenInt && end < len(text) && (text[end] == 'u' || text[end] == 'U') {
		kind = tokenUint
		end++
	}
	if end < len(text) && (isLetter(text[end]) || text[end] == '.' && end+1 < len(text) && isDigit(text[end+1])) {
		return 0, 0, false
	}
	return kind, end, true
}

// lexString reads a string whose quote or triple quote is at i.
func lexString(text string, i int, kind tokenKind) (tokenKind, int, bool) {
	quote := text[i : i+1]
	long := strings.HasPrefix(text[i:], `'''`) || strings.HasPrefix(text[i:], `"""`)
	if long {
		quote = text[i : i+3]
	}
	for end := i + len(quote); end < len(text); end++ {
		switch c := text[end]; {
		case c == quote[0]:
			if strings.HasPrefix(text[end:], quote) {
				return kind, end + len(quote), true
			}
		case c == '\\' && kind == tokenString:
			end++
			if end == len(text) || escapes[text[end]] == 0 {
				return 0, 0, false
			}
		case (c == '\n' || c == '\r') && !long:
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// escapes maps a character after a backslash to its value.
var escapes = [256]byte{
	'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
	'\\': '\\', '\'': '\'', '"': '"', '`': '`', '?': '?',
}

// stringValue returns the value of a string token. All line breaks become \n.
func stringValue(s string, kind tokenKind) string {
	if kind == tokenRawString {
		s = s[1:]
	}
	if len(s) >= 6 && (s[:3] == `'''` || s[:3] == `"""`) {
		s = s[2 : len(s)-2]
	}
	s = s[1 : len(s)-1]
	if strings.IndexByte(s, '\r') >= 0 {
		s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	}
	i := strings.IndexByte(s, '\\')
	if i < 0 || kind == tokenRawString {
		return s
	}
	b := make([]byte, 0, len(s))
	for ; i >= 0; i = strings.IndexByte(s, '\\') {
		b = append(append(b, s[:i]...), escapes[s[i+1]])
		s = s[i+2:]
	}
	return string(append(b, s...))
}
