package celrule

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/cel-go/common"

	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/kube"
)

// TestAlike: the errors of texts are those of cel-go's parser, also where they are taken
// from a text with other literals.
func TestAlike(t *testing.T) {
	c := NewCompiler(kube.Latest.Behaviour().CEL)
	b, err := c.base(c.server(New), c.server(New).alone())
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	number := func() string { return pick("1", "2", "9", "10", "77", "3000", "123456789012345678", "00") }
	text := func() string {
		return pick("a", "b", "x", ">", "in", "ab cd", "1", "7", "self", "ä", `\n`, "'", "", "if")
	}
	var said, taken int
	tries := sweep.Times(700, 2000)
	for range tries {
		parts := make([]func() string, 2+r.IntN(7))
		for i := range parts {
			switch r.IntN(4) {
			case 0:
				parts[i] = number
			case 1:
				quote := pick(`"`, `'`, `"""`)
				parts[i] = func() string { return quote + text() + quote }
			default:
				is := pick("self", "a", "if", ".", "(", ")", "[", "]", "{", "}", ",", "?", ":", "==", ">", "&&", "||", "!", "-", "+", "in", "has", "all", "1.5", "0x1F", "b'a'", "`a`", "@", "\n", "u", "x.map")
				parts[i] = func() string { return is }
			}
		}
		b.alike.errors = nil // so that those of the first are kept
		for range 3 {
			var made []string
			for _, part := range parts {
				made = append(made, part())
			}
			text := strings.Join(made, " ")
			src := common.NewTextSource(text)
			key, _ := blanked(text)
			if b.alike.errors[key] != nil {
				taken++
			}
			_, _, got := b.parseAll(text, src)
			_, want := b.env.Parse(text)
			if got.String() != want.String() {
				t.Fatalf("%s\ngot  %s\nwant %s", text, got, want)
			}
			if want.Err() != nil {
				said++
			}
		}
	}
	if said < tries || taken < tries/10 {
		t.Errorf("%d texts have errors, and those of %d are taken from others", said, taken)
	}
}

// TestAlikeQuotes: what a message quotes is not taken from another text.
func TestAlikeQuotes(t *testing.T) {
	for text, quotes := range map[string]string{"self.b >> 12": "", "self.b 12": "12", "self.b 'ab cd'": "ab cd"} {
		c := NewCompiler(kube.Latest.Behaviour().CEL)
		b, err := c.base(c.server(New), c.server(New).alone())
		if err != nil {
			t.Fatal(err)
		}
		_, _, issues := b.parseAll(text, common.NewTextSource(text))
		if kept := len(b.alike.errors) > 0; kept != (quotes == "") {
			t.Errorf("%s: kept is %t, of %s", text, kept, issues)
		}
	}
}
