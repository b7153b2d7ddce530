// Package ecmaregexp finds what ECMA 262, the dialect of regular expressions that
// JSON Schema asks for and browsers and editors have, reads in another way than
// Go does. What is found is read otherwise or refused there; where nothing is
// found, the two agree but for rare white space, line ends and, without the
// Unicode mode that JSON Schema recommends, \p{...} and characters beyond 16 bits. Tests ask Node for both.
package ecmaregexp

import (
	"strings"
	"unicode/utf8"
)

// Difference is a construct of a pattern that Go accepts and ECMA 262 reads
// in another way.
type Difference struct {
	// Text is the construct as it stands in the pattern.
	Text string
	// Reading says what ECMA 262 makes of it; empty where only the Unicode mode
	// refuses it.
	Reading string
}

// Differences goes through a pattern that Go's regexp accepts. What it does not
// report: \s and . differ in rare white space and line ends, and without the
// Unicode mode \p{L} is literal text and characters beyond 16 bits count twice.
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
	// assertion says that what was just read takes up no character, so that
	// nothing may repeat it.
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

// upTo returns the length of {,n}, which looks like a quantifier and is none.
func upTo(text string) int {
	end := strings.IndexByte(text, '}')
	if end < 3 || text[1] != ',' || !digits(text[2:end]) {
		return 0
	}
	return end + 1
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
