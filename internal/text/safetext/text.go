package safetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tab replaces a tab, so that columns do not depend on the tab stops of a terminal.
const tab = "    "

// Line returns a text for printing on one line: line breaks become \n.
func Line(s string) string { return strings.ReplaceAll(Lines(s), "\n", `\n`) }

// Lines returns a text for printing, with its line breaks.
func Lines(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	scan(s, func(from, to int, replacement string) {
		switch {
		case replacement != "":
			b.WriteString(replacement)
		case s[from] == '\t':
			b.WriteString(tab)
		default:
			b.WriteString(s[from:to])
		}
	})
	return b.String()
}

// IsSafe reports whether a text can be printed unescaped, even if its lines are broken at white space.
func IsSafe(s string) bool {
	if isPlain(s) {
		return true
	}
	safe := true
	scan(s, func(_, _ int, replacement string) { safe = safe && replacement == "" })
	if !safe || !strings.Contains(s, "::") {
		return safe
	}
	for word := range strings.FieldsFuncSeq(s, unicode.IsSpace) {
		if strings.HasPrefix(word, "::") && len(word) > 2 && isLetter(rune(word[2])) {
			return false
		}
	}
	return true
}

// Quote returns a text in double quotes with the escapes of YAML.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	scan(s, func(from, to int, replacement string) {
		switch part := s[from:to]; {
		case replacement != "":
			b.WriteString(replacement)
		case part == "\n":
			b.WriteString(`\n`)
		case part == "\t":
			b.WriteString(`\t`)
		case part == `"`, part == `\`:
			b.WriteString(`\` + part)
		default:
			b.WriteString(part)
		}
	})
	b.WriteByte('"')
	return b.String()
}

// isPlain reports whether a text certainly needs no escapes.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '#' || c == ':':
			if i+1 < len(s) && s[i+1] == c {
				return false
			}
		case (c < ' ' || c >= 0x7f) && c != '\n':
			return false
		}
	}
	return true
}

// scan calls each for every character of a text, with its escape if it needs one.
func scan(s string, each func(from, to int, replacement string)) {
	var commands commandScanner
	before := rune(0)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		replacement := ""
		switch command := commands.next(r); {
		case r == utf8.RuneError && size == 1:
			replacement = escape(rune(s[i]))
		case command || !isSafe(r, before):
			replacement = escape(r)
		}
		each(i, i+size, replacement)
		if before = r; replacement != "" {
			before = '\\' // escapes are ASCII
		}
		i += size
	}
}
