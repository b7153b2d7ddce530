package yamltext

import "unicode/utf8"

// deepest is how deep a text is nested that is certain to be read: YAML's reader has a limit.
const deepest = 1000

// Certain reports whether FromJSON has no error for JSON without white space. It may be false
// for what FromJSON writes.
func Certain(text []byte) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			if depth++; depth > deepest {
				return false
			}
		case '}', ']':
			depth--
		case '"':
			end, ok := stringEnd(text, i)
			if !ok || end < len(text) && text[end] == ':' && end-i > longestKey {
				return false
			}
			i = end - 1
		}
	}
	return true
}

// stringEnd is where a string ends that begins at a place; false if it has letters that YAML
// does not have as they are.
func stringEnd(text []byte, at int) (end int, ok bool) {
	for i := at + 1; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			return i + 1, true
		case c == '\\':
			i += 2
		case c < utf8.RuneSelf:
			if c < ' ' || c > '~' {
				return 0, false
			}
			i++
		default:
			r, size := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError || r < 0xA0 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF {
				return 0, false
			}
			i += size
		}
	}
	return 0, false
}
