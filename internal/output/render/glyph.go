package render

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

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

// show returns how a character is shown.
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
	case isWide(r):
		return glyph{character, 2}
	}
	return glyph{character, 1}
}

// isWide reports whether a character takes two cells.
func isWide(r rune) bool {
	kind := width.LookupRune(r).Kind()
	return kind == width.EastAsianWide || kind == width.EastAsianFullwidth
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
