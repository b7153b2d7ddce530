package celmeant

import "strings"

// A word is a name or an operator of a text, outside of strings and comments.
type word struct {
	start, end int
	name       bool
	// field says that a dot comes before it, called that a parenthesis follows.
	field, called bool
}

// scan returns the words of a text, be it CEL or not.
func scan(text string) []word {
	var words []word
	dot := false
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case strings.HasPrefix(text[i:], "//"):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return words
			}
			i += end
			continue
		case c == '"' || c == '\'':
			i = skipString(text, i, false)
		case (c == 'r' || c == 'R' || c == 'b' || c == 'B') && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\''):
			i = skipString(text, i+1, c == 'r' || c == 'R')
		case isLetter(c):
			start := i
			for i < len(text) && (isLetter(text[i]) || isDigit(text[i])) {
				i++
			}
			words = append(words, word{start: start, end: i, name: true, field: dot, called: strings.HasPrefix(strings.TrimLeft(text[i:], " "), "(")})
		case isDigit(c):
			for i < len(text) && (isLetter(text[i]) || isDigit(text[i]) || text[i] == '.') {
				i++
			}
		case strings.IndexByte("=!<>&|", c) >= 0:
			start := i
			for i < len(text) && strings.IndexByte("=!<>&|", text[i]) >= 0 {
				i++
			}
			words = append(words, word{start: start, end: i})
		default:
			i++
			dot = c == '.'
			continue
		}
		dot = false
	}
	return words
}

// skipString returns the end of the string that begins with the quote at i.
func skipString(text string, i int, raw bool) int {
	quote := text[i : i+1]
	if strings.HasPrefix(text[i:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
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

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
