package celmeant

import (
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celsyntax"
)

// A word is a name or an operator of a text, outside of strings and comments.
type word struct {
	start, end int
	name       bool
	// field is set after a dot, called before a parenthesis.
	field, called bool
}

// scan returns the words of a text, even if it is no CEL.
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
			i = celsyntax.StringEnd(text, i, false)
		case (c == 'r' || c == 'R' || c == 'b' || c == 'B') && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\''):
			i = celsyntax.StringEnd(text, i+1, c == 'r' || c == 'R')
		case celsyntax.IsLetter(c):
			start := i
			for i < len(text) && (celsyntax.IsLetter(text[i]) || celsyntax.IsDigit(text[i])) {
				i++
			}
			words = append(words, word{start: start, end: i, name: true, field: dot, called: strings.HasPrefix(strings.TrimLeft(text[i:], " "), "(")})
		case celsyntax.IsDigit(c):
			for i < len(text) && (celsyntax.IsLetter(text[i]) || celsyntax.IsDigit(text[i]) || text[i] == '.') {
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
