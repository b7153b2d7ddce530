// Package ecmaregexp finds the parts of a Go regular expression that ECMA 262 interprets in another way or refuses.
// ECMA 262 is the dialect of JSON Schema, browsers and editors. Other patterns mean the same in both, except for rare
// white space, line ends and, without the Unicode mode that JSON Schema recommends, \p{...} and characters beyond 16
// bits. Tests ask Node for both.
package ecmaregexp

import (
	"strings"
	"unicode/utf8"
)

// Difference is a construct of a pattern that Go accepts and ECMA 262 interprets in another way.
type Difference struct {
	// Text is the construct in the pattern.
	Text string
	// Reading describes the interpretation of ECMA 262; empty if only the Unicode mode refuses the construct.
	Reading string
}

// Differences returns the differences in a pattern that Go's regexp accepts. It does not report that \s and . differ in
// rare white space and line ends, and that without the Unicode mode \p{L} is literal text and characters beyond 16 bits
// count twice.
func Differences(pattern string) []Difference {
	s := scanner{rest: pattern}
	for s.rest != "" {
		s.next()
	}
	return s.found
}

type scanner struct {
	rest  string
	found []Difference
	// assertion reports that the last part matches no character, so that it cannot be repeated.
	assertion bool
}

// take skips n bytes and returns them.
func (s *scanner) take(n int) string {
	n = min(n, len(s.rest))
	text := s.rest[:n]
	s.rest = s.rest[n:]
	return text
}

func (s *scanner) add(text, reading string) {
	s.found = append(s.found, Difference{text, reading})
}

func (s *scanner) next() {
	assertion := s.assertion
	s.assertion = false
	switch c := s.rest[0]; c {
	case '\\':
		s.escape(false)
	case '[':
		s.class()
	case '(':
		s.group()
	case '^', '$':
		s.take(1)
		s.assertion = true
	case '*', '+', '?', '{':
		n := quantifier(s.rest)
		switch {
		case n == 0 && upTo(s.rest) > 0:
			s.add(s.take(upTo(s.rest)), "refuses it in its Unicode mode, and otherwise reads it as literal text, as the server does")
		case n == 0:
			s.add(s.take(1), "")
		default:
			text := s.take(n)
			if strings.HasPrefix(s.rest, "?") {
				text += s.take(1)
			}
			if assertion {
				s.add(text, "refuses it after an assertion")
			}
		}
	case '}', ']':
		s.add(s.take(1), "")
	default:
		_, n := utf8.DecodeRuneInString(s.rest)
		s.take(n)
	}
}

func (s *scanner) group() {
	if !strings.HasPrefix(s.rest, "(?") {
		s.take(1)
		return
	}
	switch rest := s.rest[2:]; {
	case strings.HasPrefix(rest, ":"):
		s.take(3)
	case strings.HasPrefix(rest, "P<"):
		s.add(s.take(4), "refuses it; write (?<name>...)")
		s.take(strings.IndexByte(s.rest, '>') + 1)
	case strings.HasPrefix(rest, "<"):
		s.take(strings.IndexByte(s.rest, '>') + 1)
	default:
		n := strings.IndexAny(s.rest, ":)") + 1
		if n == 0 {
			n = 2
		}
		text := s.take(n)
		if strings.HasSuffix(text, ":") && strings.Trim(text, "(?ims-:") == "" {
			s.add(text, "has it only since the edition of 2025")
			return
		}
		s.add(text, "refuses it")
	}
}

// quantifier returns the length of the quantifier at the start of a text.
func quantifier(text string) int {
	if text[0] != '{' {
		return 1
	}
	end := strings.IndexByte(text, '}')
	if end < 0 {
		return 0
	}
	least, most, ranged := strings.Cut(text[1:end], ",")
	if !digits(least) || ranged && most != "" && !digits(most) {
		return 0
	}
	return end + 1
}

// upTo returns the length of {,n}, which is no quantifier, or 0.
func upTo(text string) int {
	end := strings.IndexByte(text, '}')
	if end < 3 || text[1] != ',' || !digits(text[2:end]) {
		return 0
	}
	return end + 1
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
