package source

import "unicode/utf8"

// cleanText reports whether text has only printable characters, spaces and line
// feeds, and whether all are ASCII. Tabs are left out because where YAML allows
// them is intricate; a byte order mark and the breaks of lines that YAML knows
// besides the line feed, because positions depend on them.
func cleanText(text []byte) (clean, ascii bool) {
	ascii = true
	for i := 0; i < len(text); {
		c := text[i]
		if ' ' <= c && c <= '~' || c == '\n' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			return false, false
		}
		ascii = false
		char, size := utf8.DecodeRune(text[i:])
		switch {
		case char == utf8.RuneError && size == 1, char < 0xa0, char == 0x2028, char == 0x2029,
			char == 0xfeff, char == 0xfffe, char == 0xffff:
			return false, false
		}
		i += size
	}
	return true, ascii
}
