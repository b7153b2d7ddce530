// Package jsonsize counts how long a document is as JSON, as kubectl sends it,
// without writing it. Of is exact; MayExceed is quick and certain only where it
// says no.
package jsonsize

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/yamlnode"
)

// Of is the length of a node as kubectl writes it: JSON without blanks, in
// which <, > and & are escaped, too. It is counted, since writing megabytes for
// their length would cost more than most rules.
func Of(n *yamlnode.Node) int {
	if n = source.Resolve(n); n == nil {
		return len("null")
	}
	switch n.Kind {
	case yamlnode.Mapping:
		size, entries := len("{}"), 0
		for e := range source.Entries(n) {
			size += Text(e.Key) + len(":") + Of(e.Value)
			entries++
		}
		return size + max(0, entries-1)
	case yamlnode.Sequence:
		size := len("[]") + max(0, len(n.Content)-1)
		for _, item := range n.Content {
			size += Of(item)
		}
		return size
	}
	if s, ok := source.String(n); ok {
		return Text(s)
	}
	b, err := json.Marshal(source.Scalar(n))
	if err != nil { // infinities, which Read refuses
		return 0
	}
	return len(b)
}

// Text is the length of a text in quotes, as encoding/json writes it.
func Text(s string) int {
	size := len(`""`) + len(s)
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf {
		if i+8 <= len(s) && usual(s[i:]) {
			i += 8
			continue
		}
		size += int(escaped[s[i]])
		i++
	}
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			size += int(escaped[c])
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if r == '\u2028' || r == '\u2029' || r == utf8.RuneError && n == 1 {
			size += unicodeEscape - n
		}
	}
	return size
}

// usual reports whether eight bytes are characters of ASCII that JSON writes as they are.
// They are looked at together: no sum carries into the next byte.
func usual(s string) bool {
	const (
		ones  = 0x0101010101010101
		highs = 0x80 * ones
		lows  = 0x7f * ones
	)
	s = s[:8]
	w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	printable := w&lows + (0x80-' ')*ones
	angles := w&^(('<'^'>')*ones) ^ '<'*ones // 0 for both, and for nothing else
	others := w&^(('"'^'&')*ones) ^ '"'*ones
	slash := w ^ '\\'*ones
	none := (angles&lows + lows | angles) & (others&lows + lows | others) & (slash&lows + lows | slash)
	return printable&none&^w&highs == highs
}

const unicodeEscape = len(`\u0000`)

// escaped is by how much a character is longer in JSON.
var escaped = [utf8.RuneSelf]byte{
	0: 5, 5, 5, 5, 5, 5, 5, 5, '\b': 1, '\t': 1, '\n': 1, 11: 5, '\f': 1, '\r': 1, 14: 5, 5,
	16: 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
	'"': 1, '\\': 1, '<': 5, '>': 5, '&': 5,
}
