// Package safetext escapes text from files, so that it cannot affect the program or person that reads it. Terminals
// obey control characters, readers are misled by characters that are invisible or change the direction of text, and CI
// systems run commands that they find in logs.
package safetext

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// isSafe reports whether a character may be printed unescaped after another one. Line breaks and tabs are safe.
func isSafe(r, before rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= ' ' && r != 0x7f || r == '\n' || r == '\t'
	case unicode.Is(modifiers, r):
		// Composed emoji and the scripts of Persia and India need these.
		return before >= utf8.RuneSelf
	}
	return !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Noncharacter_Code_Point,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// modifiers change the form of the character before them: the joiners, and the variation selectors without the
// supplement.
var modifiers = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x200c, Hi: 0x200d, Stride: 1}, {Lo: 0xfe00, Hi: 0xfe0f, Stride: 1}}}

// Character returns a character as it is printed, and its length in s. Unsafe characters and invalid bytes become
// escapes such as \x1b, \u202e and \U000e0041, which double quotes in YAML also support.
func Character(s string) (shown string, size int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && size == 1:
		return fmt.Sprintf(`\x%02x`, s[0]), 1
	case isSafe(r, utf8.RuneSelf):
		return s[:size], size
	}
	return escape(r), size
}

func escape(r rune) string {
	switch {
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// escapeJSON returns the escape of a character in a JSON string.
func escapeJSON(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	high, low := utf16.EncodeRune(r)
	return fmt.Sprintf(`\u%04x\u%04x`, high, low)
}
