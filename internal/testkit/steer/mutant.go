package steer

import (
	"bytes"
	"math/rand/v2"
	"strings"
)

// Texts makes texts that differ in some places from texts that somebody has written:
// what a fuzzer does with the inputs that it begins with.
type Texts struct {
	of     []string
	lines  []string
	words  []string
	pieces []string
}

// NewTexts returns what makes texts of others. Of pieces, some get into them.
func NewTexts(of []string, pieces ...string) *Texts {
	x := &Texts{of: of, pieces: pieces}
	seenLines, seenWords := map[string]bool{}, map[string]bool{}
	for _, text := range of {
		for line := range strings.Lines(text) {
			if !seenLines[line] {
				seenLines[line] = true
				x.lines = append(x.lines, line)
			}
		}
		for at := 0; at < len(text); {
			from, to := wordAt([]byte(text), at)
			if to == len(text) && from == to {
				break
			}
			if word := text[from:to]; !seenWords[word] {
				seenWords[word] = true
				x.words = append(x.words, word)
			}
			at = to + 1
		}
	}
	return x
}

// oddities are characters of which texts rarely have enough.
var oddities = strings.Split("\t \r \r\n \n : ' \" - # & * ! | > { } [ ] , ? % @ ` \\ 0 1 9 e . ~ ß 日 😀 \u00a0 \u2028 \ufeff \x00 \x7f", " ")

// wordAt returns where the first word at or behind an offset is.
func wordAt(text []byte, at int) (from, to int) {
	for from = at; from < len(text) && !inWord(text[from]); from++ {
	}
	for to = from; to < len(text) && inWord(text[to]); to++ {
	}
	return from, to
}

func inWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c >= 0x80
}

// Text returns the i-th text with some changes that a seed chooses.
func (x *Texts) Text(i int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, uint64(i)))
	text := []byte(x.of[i])
	for n := 1 + r.IntN(4)*r.IntN(3); n > 0; n-- {
		text = x.change(r, text)
	}
	return string(text)
}

// Any returns one of the texts with some changes.
func (x *Texts) Any(seed uint64) string {
	return x.Text(int(seed%uint64(len(x.of))), seed)
}

func (x *Texts) change(r *rand.Rand, text []byte) []byte {
	replace := func(from, to int, by string) []byte {
		changed := make([]byte, 0, len(text)+len(by))
		return append(append(append(changed, text[:from]...), by...), text[to:]...)
	}
	at := r.IntN(len(text) + 1)
	line := bytes.LastIndexByte(text[:at], '\n') + 1
	end := len(text)
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		end = at + i + 1
	}
	some := min(len(text), at+r.IntN(5))
	from, to := wordAt(text, at)
	switch n := r.IntN(16); {
	case n < 3 && len(x.words) > 0: // a word by another
		return replace(from, to, x.words[r.IntN(len(x.words))])
	case n == 3: // a word by one of this text
		a, b := wordAt(text, r.IntN(len(text)+1))
		return replace(from, to, string(text[a:b]))
	case n < 7 && len(x.pieces) > 0:
		return replace(at, some, x.pieces[r.IntN(len(x.pieces))])
	case n == 7:
		return replace(at, some, "")
	case n == 8: // a line
		return replace(line, end, "")
	case n == 9:
		return replace(line, line, string(text[line:end]))
	case n == 10 && len(x.lines) > 0:
		other := x.lines[r.IntN(len(x.lines))]
		return replace(line, end, other)
	case n == 11: // what stands deeper or less deep
		if r.IntN(2) == 0 {
			return replace(line, line, strings.Repeat(" ", 1+r.IntN(3)))
		}
		stands := line
		for stands < len(text) && stands < line+1+r.IntN(4) && text[stands] == ' ' {
			stands++
		}
		return replace(line, stands, "")
	case n == 12: // the rest of another text
		other := x.of[r.IntN(len(x.of))]
		return replace(at, len(text), other[r.IntN(len(other)+1):])
	case n == 13: // some lines of this text or another, perhaps as a nested value
		other := string(text)
		if r.IntN(2) == 0 {
			other = x.of[r.IntN(len(x.of))]
		}
		lines := strings.SplitAfter(other, "\n")
		lines = lines[r.IntN(len(lines)):]
		lines = lines[:min(len(lines), 1+r.IntN(8))]
		deeper := strings.Repeat(" ", max(0, r.IntN(8)-3))
		return replace(line, line, deeper+strings.Join(lines, deeper))
	case n == 14:
		return replace(at, min(len(text), at+1), string([]byte{byte(r.Uint32())}))
	default:
		return replace(at, at, oddities[r.IntN(len(oddities))])
	}
}
