package source

import (
	"encoding/binary"
	"unicode/utf8"
)

// cleanText reports whether text has only printable characters, spaces and line feeds, and whether all are ASCII.
// Text with tabs is not clean because the rules for them are intricate. Text with a byte order mark, or with line
// breaks of YAML other than the line feed, is not clean because positions depend on them.
func cleanText(text []byte) (clean, ascii bool) {
	const (
		ones  = 0x0101010101010101
		highs = 0x80 * ones
		lows  = 0x7f * ones
	)
	ascii = true
	for i := 0; i < len(text); {
		if i+8 <= len(text) {
			// Eight bytes at once. Each sum below has a byte's high bit set or not
			// without a carry into the next byte.
			w := binary.LittleEndian.Uint64(text[i:])
			printable := w&lows + (0x80-' ')*ones
			delete := w&lows + ones
			other := w ^ '\n'*ones
			notBreak := other&lows + lows | other
			if (^printable&notBreak|delete|w)&highs == 0 {
				i += 8
				continue
			}
		}
		for end := min(i+8, len(text)); i < end; {
			c := text[i]
			switch {
			case ' ' <= c && c <= '~' || c == '\n':
				i++
				continue
			case c < utf8.RuneSelf:
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
	}
	return true, ascii
}
