package rules

import (
	"strings"
	"unicode/utf8"
)

// ecmaDifference is a construct of a pattern that Go accepts and ECMA 262 reads
// in another way.
type ecmaDifference struct {
	// text is the construct as it stands in the pattern.
	text string
	// reading says what ECMA 262 makes of it; empty where only the Unicode mode
	// refuses it.
	reading string
}

// ecmaDifferences goes through a pattern that Go's regexp accepts. What it does
// not report: \s and . differ in rare white space and line ends, and without the
// Unicode mode characters beyond 16 bits count twice.
func ecmaDifferences(pattern string) []ecmaDifference {
	s := ecmaScanner{rest: pattern}
	for s.rest != "" {
		s.next()
	}
	return s.found
}

type ecmaScanner struct {
	rest  string
	found []ecmaDifference
	// assertion says that what was just read takes up no character, so that
	// nothing may repeat it.
	assertion bool
}

// take passes over n bytes and returns them.
func (s *ecmaScanner) take(n int) string {
	n = min(n, len(s.rest))
	text := s.rest[:n]
	s.rest = s.rest[n:]
	return text
}

func (s *ecmaScanner) add(text, reading string) {
	s.found = append(s.found, ecmaDifference{text, reading})
}

func (s *ecmaScanner) next() {
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
			s.add(s.take(upTo(s.rest)), "refuses it in its Unicode mode, and reads it as plain text elsewhere, as the server does")
		case n == 0:
			s.add(s.take(1), "")
		default:
			text := s.take(n)
			if strings.HasPrefix(s.rest, "?") {
				text += s.take(1)
			}
			if assertion {
				s.add(text, "refuses it behind an assertion")
			}
		}
	case '}', ']':
		s.add(s.take(1), "")
	default:
		_, n := utf8.DecodeRuneInString(s.rest)
		s.take(n)
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

func (s *ecmaScanner) group() {
	if !strings.HasPrefix(s.rest, "(?") {
		s.take(1)
		return
	}
	switch rest := s.rest[2:]; {
	case strings.HasPrefix(rest, ":"):
		s.take(3)
	case strings.HasPrefix(rest, "P<"):
		s.add(s.take(4), "refuses it; it writes (?<name>...)")
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
			s.add(text, "knows it only since its edition of 2025")
			return
		}
		s.add(text, "refuses it")
	}
}

// escape reads a backslash and what belongs to it.
func (s *ecmaScanner) escape(inClass bool) {
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
		s.add(`\Q`, "reads it as the letter Q, and what follows not as plain text")
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
			s.add(text, "reads it as a reference to a group, where there are as many")
		}
	default:
		_, n := utf8.DecodeRuneInString(s.rest[1:])
		text := s.take(1 + n)
		if !strings.ContainsAny(text[1:], `^$\.*+?()[]{}|/`) && !(inClass && c == '-') {
			s.add(text, "")
		}
	}
}

// property reads \pL and \p{Greek}.
func (s *ecmaScanner) property() {
	if len(s.rest) > 2 && s.rest[2] == '{' {
		s.add(s.take(strings.IndexByte(s.rest, '}')+1), "reads it as text, or in its Unicode mode by names of its own")
		return
	}
	_, n := utf8.DecodeRuneInString(s.rest[2:])
	text := s.take(2 + n)
	s.add(text, "reads it as the letter "+text[1:2]+", or refuses it in its Unicode mode")
}

// class reads a character class.
func (s *ecmaScanner) class() {
	open := s.take(1)
	if strings.HasPrefix(s.rest, "^") {
		open += s.take(1)
	}
	if strings.HasPrefix(s.rest, "]") {
		s.take(1)
		s.add(open+"]", "takes the class to end here")
	}
	set := "" // the item before, if it stands for several characters
	for s.rest != "" {
		before := s.rest
		item := func() string { return before[:len(before)-len(s.rest)] }
		switch c := s.rest[0]; {
		case c == ']':
			s.take(1)
			return
		case c == '-' && set != "" && !strings.HasPrefix(s.rest, "-]"):
			s.add(set+s.take(1), "")
			set = ""
		case strings.HasPrefix(s.rest, "[:") && strings.Contains(s.rest, ":]"):
			s.add(s.take(strings.Index(s.rest, ":]")+2), "reads it as the characters that stand there")
			set = item()
		case c == '\\':
			s.escape(true)
			if set = item(); len(set) < 2 || !setEscape(set[1]) {
				set = ""
			}
		default:
			_, n := utf8.DecodeRuneInString(s.rest)
			s.take(n)
			set = ""
			// A range to a set, as in [a-\d].
			if strings.HasPrefix(s.rest, `-\`) && len(s.rest) > 2 && setEscape(s.rest[2]) {
				s.add(item()+s.take(1)+s.rest[:2], "")
			}
		}
		s.assertion = false
	}
}

// setEscape reports whether an escape stands for several characters.
func setEscape(c byte) bool { return strings.IndexByte("dDsSwWpP", c) >= 0 }
