package ecmaregexp

import "strings"

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
