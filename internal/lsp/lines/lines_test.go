package lines_test

import (
	"math/rand/v2"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
)

// TestPositionsLeadBack: the position of each character, in both encodings and as reports have it, leads back to it.
func TestPositionsLeadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "é", "漢", "😀", "\u200d", "\n", "\r\n", "\r", "\t", " ", "\xff", "---"}
	places := 0
	for range 2000 {
		var text []byte
		for range random.IntN(30) {
			text = append(text, parts[random.IntN(len(parts))]...)
		}
		l := lines.Of(text)
		for at := 0; at <= len(text); at++ {
			if at < len(text) && !utf8.RuneStart(text[at]) {
				continue
			}
			line, start := l.Line(l.LineOf(at))
			if at > start+len(line) {
				continue // within a line break
			}
			places++
			for _, in := range []lines.Encoding{lines.UTF8, lines.UTF16} {
				p := l.Position(at, in)
				if back := l.Offset(p, in); back != at {
					t.Fatalf("%q: byte %d is at %v, which is byte %d", text, at, p, back)
				}
			}
			if p := l.Position(at, lines.UTF16); utf8.Valid(text) && int(p.Character) != len(utf16.Encode([]rune(string(line[:at-start])))) {
				t.Fatalf("%q: byte %d is at %v", text, at, p)
			}
			column := utf8.RuneCount(line[:at-start]) + 1
			if back := l.Character(l.LineOf(at)+1, column); back != at {
				t.Fatalf("%q: byte %d is character %d of line %d, which is byte %d", text, at, column, l.LineOf(at)+1, back)
			}
		}
	}
	if places < 10000 {
		t.Errorf("only %d places", places)
	}
}

// TestPositionsBeyondTheText: what a client sends beyond a line or the text is its end.
func TestPositionsBeyondTheText(t *testing.T) {
	l := lines.Of([]byte("ab\r\n😀\n"))
	for p, want := range map[protocol.Position]int{
		{Line: 0, Character: 9}: 2, {Line: 1, Character: 1}: 4, {Line: 1, Character: 2}: 8, {Line: 1, Character: 7}: 8,
		{Line: 2, Character: 0}: 9, {Line: 2, Character: 5}: 9, {Line: 7, Character: 3}: 9, {Line: 1<<32 - 1, Character: 1<<32 - 1}: 9,
	} {
		if got := l.Offset(p, lines.UTF16); got != want {
			t.Errorf("%v is byte %d, want %d", p, got, want)
		}
	}
}
