package render

import (
	"unicode"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// A glyph is one character of a file as it is shown: its text, and the number
// of terminal cells it takes.
type glyph struct {
	text  string
	cells int
}

// tab is how a tab is shown, so that the caret below it stands right whatever
// the terminal's tab stops are.
const tab = "    "

// firstGlyph returns how the first character of s is shown, and its length in s.
func firstGlyph(s string) (glyph, int) {
	_, n := utf8.DecodeRuneInString(s)
	return show(s[:n]), n
}

// lastGlyph is firstGlyph for the last character of s.
func lastGlyph(s string) (glyph, int) {
	_, n := utf8.DecodeLastRuneInString(s)
	return show(s[len(s)-n:]), n
}

func show(character string) glyph {
	if character == "\t" {
		return glyph{tab, len(tab)}
	}
	if text, _ := safetext.Character(character); text != character {
		return glyph{text, len(text)}
	}
	switch r, _ := utf8.DecodeRuneInString(character); {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Join_Control):
		return glyph{character, 0}
	case unicode.Is(wide, r):
		return glyph{character, 2}
	}
	return glyph{character, 1}
}

// Escape is safetext.Line.
func Escape(s string) string { return safetext.Line(s) }

// plain reports whether all characters of a text are shown as they are.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// wide holds the characters that take two cells: the blocks that Unicode's
// East Asian Width calls W or F, gaps within a block included.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1}, // Hangul Jamo
		{0x231a, 0x231b, 1}, // watch, hourglass
		{0x23e9, 0x23ec, 1},
		{0x23f0, 0x23f3, 3},
		{0x25fd, 0x25fe, 1},
		{0x2614, 0x2615, 1},
		{0x2648, 0x2653, 1},
		{0x267f, 0x2693, 0x14},
		{0x26a1, 0x26aa, 9},
		{0x26ab, 0x26bd, 0x12},
		{0x26be, 0x26c4, 6},
		{0x26c5, 0x26ce, 9},
		{0x26d4, 0x26ea, 0x16},
		{0x26f2, 0x26f3, 1},
		{0x26f5, 0x26fa, 5},
		{0x26fd, 0x2705, 8},
		{0x270a, 0x270b, 1},
		{0x2728, 0x274c, 0x24},
		{0x274e, 0x2753, 5},
		{0x2754, 0x2755, 1},
		{0x2757, 0x2795, 0x3e},
		{0x2796, 0x2797, 1},
		{0x27b0, 0x27bf, 0xf},
		{0x2b1b, 0x2b1c, 1},
		{0x2b50, 0x2b55, 5},
		{0x2e80, 0x303e, 1}, // CJK radicals and punctuation
		{0x3041, 0x33ff, 1}, // Kana, Bopomofo, Hangul compatibility, CJK symbols
		{0x3400, 0x4dbf, 1}, // CJK extension A
		{0x4e00, 0xa4cf, 1}, // CJK, Yi
		{0xa960, 0xa97f, 1}, // Hangul Jamo extended A
		{0xac00, 0xd7a3, 1}, // Hangul syllables
		{0xf900, 0xfaff, 1}, // CJK compatibility
		{0xfe10, 0xfe19, 1},
		{0xfe30, 0xfe6f, 1},
		{0xff01, 0xff60, 1}, // full-width forms
		{0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{
		{0x16fe0, 0x18dff, 1}, // Tangut, Khitan
		{0x1aff0, 0x1b2ff, 1}, // Kana supplement
		{0x1f004, 0x1f0cf, 0xcb},
		{0x1f18e, 0x1f191, 3},
		{0x1f192, 0x1f19a, 1},
		{0x1f200, 0x1f265, 1},
		{0x1f300, 0x1f64f, 1}, // pictographs, emoticons
		{0x1f680, 0x1f6ff, 1},
		{0x1f7e0, 0x1f7f0, 1},
		{0x1f900, 0x1f9ff, 1},
		{0x1fa70, 0x1faff, 1},
		{0x20000, 0x3fffd, 1}, // CJK extensions B and on
	},
}
