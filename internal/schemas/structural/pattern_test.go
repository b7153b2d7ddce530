package structural

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"
)

// What is parsed in pieces is what can be parsed.
func TestPiecesParse(t *testing.T) {
	long := strings.Repeat("(a|b)*c", longPattern/5)
	for _, test := range []struct {
		pattern string
		want    bool
	}{
		{long, true},
		{long + long + "$", true},
		{strings.Repeat("a", longPattern+1) + "*", true},
		{long + "**", false},
		{long + ")" + long, false},
		{long + "(" + long, false},
		{long + "(?P<a>b)" + long + "(?P<a>b)", false},
		{long + "[a]", false}, // it may be right, but is no such pattern
		{`\d` + long, false},
		{"a{1}" + long, false},
		{"\u0080" + long, false},
		{strings.Repeat("a", longPattern) + "\x7f", true},
		{"*" + long, false},
		{strings.Repeat("(", deepPattern+1) + long + strings.Repeat(")", deepPattern+1), false},
		{strings.Repeat("|", largePattern/partsOfAlternative), false},
	} {
		if got := piecesParse(test.pattern, longPattern); got != test.want {
			t.Errorf("%.20s and so on: %t, want %t", test.pattern, got, test.want)
		}
		if !test.want {
			continue
		}
		if _, err := syntax.Parse(test.pattern, syntax.Perl); err != nil {
			t.Errorf("%.20s and so on: %v", test.pattern, err)
		}
	}
}

// A long pattern has the error that the parser finds in all of it, whether it is parsed in
// pieces or not.
func TestParseLong(t *testing.T) {
	long := strings.Repeat("(a|b)*c", longPattern/5)
	for _, pattern := range []string{"[a]" + long, long + "(", "[a" + long, "(", "a"} {
		_, want := syntax.Parse(pattern, syntax.Perl)
		if got := parse(pattern); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the error is %.80v, want %.80v", got, want)
		}
	}
}

// No random pattern that the parser refuses passes.
func TestPiecesParseRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const letters = "aab()()|*+?.^$"
	passed := 0
	for range 10_000 {
		b := make([]byte, 1+r.IntN(24))
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		if _, err := syntax.Parse(string(b), syntax.Perl); piecesParse(string(b), 1) {
			if passed++; err != nil {
				t.Errorf("%s: %v", b, err)
			}
		}
	}
	if passed < 300 {
		t.Errorf("only %d pass", passed)
	}
}
