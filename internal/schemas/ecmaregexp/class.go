package ecmaregexp

import (
	"strings"
	"unicode/utf8"
)

// class scans a character class.
func (s *scanner) class() {
	open := s.take(1)
	if strings.HasPrefix(s.rest, "^") {
		open += s.take(1)
	}
	if strings.HasPrefix(s.rest, "]") {
		s.take(1)
		s.add(open+"]", "ends the class here")
	}
	set := "" // the last item, if it matches several characters
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
			s.add(s.take(strings.Index(s.rest, ":]")+2), "reads it as a class of the characters in it")
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
			// It is a range that ends in a set, as in [a-\d].
			if strings.HasPrefix(s.rest, `-\`) && len(s.rest) > 2 && setEscape(s.rest[2]) {
				s.add(item()+s.take(1)+s.rest[:2], "")
			}
		}
		s.assertion = false
	}
}

// setEscape reports whether an escape matches several characters.
func setEscape(c byte) bool { return strings.IndexByte("dDsSwWpP", c) >= 0 }
