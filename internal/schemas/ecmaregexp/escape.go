package ecmaregexp

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// escape scans an escape sequence.
func (s *scanner) escape(inClass bool) {
	if len(s.rest) < 2 {
		s.take(2)
		return
	}
	switch c := s.rest[1]; {
	case c == 'b' || c == 'B':
		s.take(2)
		s.assertion = true
	case strings.IndexByte("dDsSwWfnrtv", c) >= 0:
		s.take(2)
	case c == 'A' || c == 'z':
		s.add(s.take(2), "reads it as the letter "+string(c))
		s.assertion = true
	case c == 'a':
		s.add(s.take(2), "reads it as the letter a")
	case c == 'Q':
		n := strings.Index(s.rest, `\E`)
		if n < 0 {
			n = len(s.rest)
		}
		s.take(n + 2)
		s.add(`\Q`, "reads it as the letter Q, and does not read what follows as literal text")
	case c == 'p' || c == 'P':
		s.property()
	case c == 'x' && strings.HasPrefix(s.rest[2:], "{"):
		s.add(s.take(strings.IndexByte(s.rest, '}')+1), "reads it as the letter x, repeated")
	case c == 'x':
		s.take(4)
	case c >= '0' && c <= '7':
		n := 2
		for n < min(len(s.rest), 4) && s.rest[n] >= '0' && s.rest[n] <= '7' {
			n++
		}
		switch text := s.take(n); {
		case text == `\0` && (s.rest == "" || s.rest[0] < '0' || s.rest[0] > '9'):
		case c == '0':
			s.add(text, "")
		default:
			s.add(text, "reads it as a reference to a group, if there are that many groups")
		}
	default:
		_, n := utf8.DecodeRuneInString(s.rest[1:])
		text := s.take(1 + n)
		if !strings.ContainsAny(text[1:], `^$\.*+?()[]{}|/`) && !(inClass && c == '-') {
			s.add(text, "")
		}
	}
}

// generalCategory reports whether a name in \p{...} means the same in both dialects: the categories of characters,
// whose names Go also accepts in other spellings. Scripts differ: Greek in Go is Script=Greek in ECMA 262.
func generalCategory(name string) bool {
	_, long := unicode.CategoryAliases[name]
	_, short := unicode.Categories[name]
	return long || short || name == "Any" || name == "ASCII" || name == "Assigned"
}

// property scans \pL or \p{Greek}.
func (s *scanner) property() {
	if len(s.rest) > 2 && s.rest[2] == '{' {
		text := s.take(strings.IndexByte(s.rest, '}') + 1)
		if !generalCategory(text[3 : len(text)-1]) {
			s.add(text, "reads it as literal text, or refuses it in its Unicode mode")
		}
		return
	}
	_, n := utf8.DecodeRuneInString(s.rest[2:])
	text := s.take(2 + n)
	s.add(text, "reads it as the letter "+text[1:2]+", or refuses it in its Unicode mode")
}
