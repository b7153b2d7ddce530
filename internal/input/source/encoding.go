package source

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// wideEncoding returns the encoding of a byte order mark other than that of UTF-8, or "". The YAML library reads
// UTF-16; kubectl, which first looks for lines, does not.
func wideEncoding(text []byte) string {
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe, 0, 0}):
		return "UTF-32 (little-endian)"
	case bytes.HasPrefix(text, []byte{0, 0, 0xfe, 0xff}):
		return "UTF-32 (big-endian)"
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}):
		return "UTF-16 (little-endian)"
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		return "UTF-16 (big-endian)"
	}
	return ""
}

// badText returns the first byte that a YAML text cannot have, with a message.
func badText(text []byte) (offset int, message string) {
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return i, "file is binary (it has a zero byte); give a text file in UTF-8"
	}
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRune(text[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			return i, notUTF8(text[i])
		case c < ' ' && c != '\t' && c != '\n' && c != '\r', c == 0x7f,
			0x80 <= c && c < 0xa0 && c != 0x85, c == 0xfffe, c == 0xffff:
			return i, fmt.Sprintf("control characters are not allowed; remove the character %U, or write it as an escape in double quotes", c)
		}
		i += size
	}
	return 0, ""
}

func notUTF8(b byte) string {
	return fmt.Sprintf("byte 0x%02x is not UTF-8; save the file as UTF-8", b)
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, -1 if there is none.
func invalidUTF8(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRune(text[i:])
		if c == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
