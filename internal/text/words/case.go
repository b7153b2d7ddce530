package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Separates reports whether a character separates words.
func Separates(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// Camel returns a name in camelCase.
func Camel(name string) string {
	var b strings.Builder
	for i, w := range Split(name) {
		first, size := utf8.DecodeRuneInString(w)
		switch {
		case i > 0:
			b.WriteRune(unicode.ToUpper(first))
			b.WriteString(w[size:])
		default:
			b.WriteString(strings.ToLower(w))
		}
	}
	return b.String()
}

// Letters returns the letters and digits of a text in lower case.
func Letters(text string) string {
	return strings.Map(func(r rune) rune {
		if Separates(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
