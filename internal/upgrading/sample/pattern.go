package sample

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// matching returns a text that a regular expression finds a match in. Each
// variant is another walk through the expression, as far as it has choices;
// least is how many characters are wanted. It fails for expressions that Go does
// not read. Assertions inside the expression, such as word boundaries, are not
// looked at, so that the caller has to try the text.
func matching(pattern string, variant, least int) (string, bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	w := walker{variant: variant}
	w.walk(re.Simplify())
	text := w.text.String()
	// The repetitions are lengthened until the text is.
	for w.extra = 1; len(text) < least && w.extra <= 1024; w.extra *= 2 {
		w.text.Reset()
		w.walk(re.Simplify())
		text = w.text.String()
	}
	return text, true
}

// walker writes a text while it walks an expression.
type walker struct {
	text    strings.Builder
	variant int
	extra   int // how often what may repeat does so, beyond what is needed
}

// maxText bounds the text, since repetitions nest.
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

// character picks from a class, given as pairs of first and last characters:
// letters before digits, and both before all else.
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
