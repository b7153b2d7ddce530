package yamltext

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/safetext"
)

// stringLines is how many lines a string has as a value; 0 if that is not known.
func stringLines(s string, at spot) int {
	switch {
	case formOf(s) == escaped:
		return 1
	case hasBreak(s):
		return literalLines(s)
	case !strings.Contains(s, " "):
		return 1 // lines end at spaces
	case at.column < 0:
		return 0
	case formOf(s) != unknown:
		n := 1
		for range folds(formOf(s), s, at) {
			n++
		}
		return n
	case at.column+mostWidth(s) <= lineWidth:
		return 1
	}
	return 0
}

// lineWidth is the column behind which the library ends lines.
const lineWidth = 80

// mostWidth is how wide a string is at most, in quotes and with escapes.
func mostWidth(s string) int {
	each := len(`\"`)
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			each = len(`\U0001F600`)
			break
		}
	}
	return len(`""`) + each*len(s)
}

// folds are the spaces of a text at which it goes on in the next line.
func folds(f form, s string, at spot) iter.Seq[int] {
	return func(yield func(int) bool) {
		column := at.column
		if f == inQuotes {
			column++
		}
		for i := range len(s) {
			if !utf8.RuneStart(s[i]) {
				continue // the rest of a letter
			}
			if s[i] == ' ' && i < len(s)-1 && s[i-1] != ' ' && s[i+1] != ' ' && column > lineWidth {
				if !yield(i) {
					return
				}
				column = at.indent + 2
				continue
			}
			column++
			if f == inQuotes && s[i] == '\'' {
				column++
			}
		}
	}
}

// folded writes a text of several lines.
func (w *writer) folded(s string, at spot) {
	f := formOf(s)
	quote := func() {
		if f == inQuotes && w.shown() {
			w.text = append(w.text, '\'')
		}
	}
	from := 0
	write := func(line string) {
		if w.shown() {
			if from > 0 {
				w.indent(at.indent + 2)
			}
			w.inside(f, line)
		}
	}
	quote()
	for i := range folds(f, s, at) {
		write(s[from:i])
		w.end()
		from = i + 1
	}
	write(s[from:])
	quote()
	w.end()
}

// literalLines is how many lines a text has that literal writes, and 0 for others.
func literalLines(s string) int {
	last := len(s) - 1
	if s[0] == ' ' || s[0] == '\n' || s[last] == ' ' || strings.HasSuffix(s, "\n\n") {
		return 0
	}
	n := 1
	for i, r := range s {
		switch {
		case r == '\n' && s[i-1] == ' ':
			return 0
		case r == '\n':
			n++
		case !isPrinted(r):
			return 0
		}
	}
	if s[last] != '\n' {
		n++
	}
	return n
}

// hasBreak reports whether a string has what may end a line.
func hasBreak(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case '\n', '\r':
			return true
		case 0xC2, 0xE2:
			switch r, _ := utf8.DecodeRuneInString(s[i:]); r {
			case '\u0085', '\u2028', '\u2029':
				return true
			}
		}
	}
	return false
}

// literal writes the lines of a text below its key or in its item.
func (w *writer) literal(s string, at spot) {
	if w.shown() {
		w.text = append(w.text, '|')
		if s[len(s)-1] != '\n' {
			w.text = append(w.text, '-')
		}
	}
	w.end()
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(line, "\n")
		if w.shown() && line != "" {
			w.indent(at.indent + 2)
			w.text = append(w.text, line...)
		}
		w.end()
	}
}

// A form is how a string is written that has no line breaks.
type form int

const (
	unknown  form = iota // the library knows
	asItIs               // without quotes
	inQuotes             // in single ones
	escaped              // in double ones, with escapes
)

// formOf returns how a string is written. It may be unknown for strings of either form.
func formOf(s string) form {
	switch {
	case !safetext.IsSafe(s) && utf8.ValidString(s):
		return escaped
	case s == "" || len(s) <= len("false") && isWord(s):
		return unknown
	case strings.IndexByte("#!`'\"[]{}%@&*|>,", s[0]) >= 0: // it begins as what is no text
		if strings.ContainsFunc(s, func(r rune) bool { return !isPrinted(r) }) {
			return unknown
		}
		return inQuotes
	case !beginsAsText(s[0]):
		return unknown
	}
	f := asItIs
	for i, r := range s {
		switch {
		case !isPrinted(r):
			return unknown
		case r == ':' && (i+1 == len(s) || s[i+1] == ' '), r == '#' && s[i-1] == ' ':
			f = inQuotes
		}
	}
	if s[len(s)-1] == ' ' {
		return inQuotes
	}
	return f
}

// isPrinted reports whether the library writes a letter as it is, in whatever quotes. It may be so
// for others, too.
func isPrinted(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r <= '~'
	}
	return 0xA0 <= r && r < 0xFFFD && r != '\u2028' && r != '\u2029' && r != '\uFEFF'
}

func beginsAsText(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || strings.IndexByte("/_$(^\\", c) >= 0
}

// isWord reports whether a string is a boolean or null where it is not quoted, in some
// spelling.
func isWord(s string) bool {
	for _, word := range [...]string{"y", "n", "yes", "no", "true", "false", "on", "off", "null"} {
		if strings.EqualFold(s, word) {
			return true
		}
	}
	return false
}
