package render

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// TestEscapeLinesGlyphByGlyph: texts are escaped as if each character were looked at by itself.
func TestEscapeLinesGlyphByGlyph(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "b c", "~", "\x7f", "\n", "\t", "\x1b[31m", "é", "日", "\u0301", "\u202e", "é\u200d", "\xff", "\x00", "\U000e0001"}
	for range 3000 {
		var text, want strings.Builder
		for range r.IntN(8) {
			text.WriteString(parts[r.IntN(len(parts))])
		}
		for rest := text.String(); rest != ""; {
			_, n := utf8.DecodeRuneInString(rest)
			g := show(rest[:n])
			if rest[0] == '\n' {
				g.text = "\n"
			}
			want.WriteString(g.text)
			rest = rest[n:]
		}
		if got := safetext.Lines(text.String()); got != want.String() {
			t.Fatalf("%q: got %q, want %q", text.String(), got, want.String())
		}
	}
}
