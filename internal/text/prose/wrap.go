package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Wrap breaks the lines of a text before a word that exceeds width characters. It keeps all other white space, and does
// not break words: a word longer than a line stays in its place unless it can begin a line (the rules of
// mitchellh/go-wordwrap, which kubectl uses).
func Wrap(text string, width int) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		wrapLine(&b, line, width)
	}
	return b.String()
}

func wrapLine(b *strings.Builder, line string, width int) {
	used := 0
	for line != "" {
		word := strings.IndexFunc(line, func(r rune) bool { return !isSpace(r) })
		if word < 0 {
			if used+utf8.RuneCountInString(line) <= width {
				b.WriteString(line)
			}
			return
		}
		spaces := line[:word]
		line = line[word:]
		end := strings.IndexFunc(line, isSpace)
		if end < 0 {
			end = len(line)
		}
		length, gap := utf8.RuneCountInString(line[:end]), utf8.RuneCountInString(spaces)
		if used+gap+min(length, width-1) > width {
			b.WriteByte('\n')
			used = 0
		} else {
			b.WriteString(spaces)
			used += gap
		}
		b.WriteString(line[:end])
		used += length
		line = line[end:]
	}
}

// isSpace reports whether a line may be broken at a character.
func isSpace(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }
