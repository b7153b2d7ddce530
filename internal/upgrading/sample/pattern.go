package sample

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// matching returns a text that matches a regular expression. Each variant chooses other alternatives and
// characters; least is the wanted number of characters. It fails for expressions that Go does not support. It
// ignores assertions within the expression, such as word boundaries, so the caller has to check the text.
func matching(pattern string, variant, least int) (string, bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	w := walker{variant: variant}
	w.walk(re.Simplify())
	text := w.text.String()
	// Lengthen the repetitions until the text is long enough.
	for w.extra = 1; len(text) < least && w.extra <= 1024; w.extra *= 2 {
		w.text.Reset()
		w.walk(re.Simplify())
		text = w.text.String()
	}
	return text, true
}

// A walker writes a text while it walks an expression.
type walker struct {
	text    strings.Builder
	variant int
	extra   int // number of optional repetitions
}

// maxText limits the text, because repetitions nest.
const maxText = 1 << 14

func (w *walker) walk(re *syntax.Regexp) {
	if w.text.Len() > maxText {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			w.text.WriteRune(r)
		}
	case syntax.OpCharClass:
		w.text.WriteRune(w.character(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.text.WriteByte('a')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			w.walk(sub)
		}
	case syntax.OpAlternate:
		w.walk(re.Sub[w.variant%len(re.Sub)])
	case syntax.OpPlus:
		w.repeat(re.Sub[0], 1+w.extra+w.variant%4)
	case syntax.OpStar:
		w.repeat(re.Sub[0], w.extra+w.variant%3)
	case syntax.OpQuest:
		w.repeat(re.Sub[0], min(1, w.extra+w.variant%2))
	case syntax.OpRepeat:
		n := re.Min + w.extra + w.variant%3
		if re.Max >= 0 {
			n = min(n, re.Max)
		}
		w.repeat(re.Sub[0], n)
	}
}

func (w *walker) repeat(re *syntax.Regexp, n int) {
	for range n {
		w.walk(re)
	}
}

// character returns a character of a class of ranges: a letter before a digit, and both before others.
func (w *walker) character(class []rune) rune {
	for _, wanted := range [...][2]rune{{'a', 'z'}, {'1', '9'}, {'0', '0'}, {'A', 'Z'}, {'!', '~'}} {
		for i := 0; i+1 < len(class); i += 2 {
			low, high := max(class[i], wanted[0]), min(class[i+1], wanted[1])
			if low <= high {
				return low + rune(w.variant%int(high-low+1))
			}
		}
	}
	for _, r := range class {
		if utf8.ValidRune(r) {
			return r
		}
	}
	return 'a'
}
