// Package jsonsize computes the size of a document as JSON, as kubectl sends it, without encoding it.
package jsonsize

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// Of returns the length of a node as kubectl encodes it: JSON without white space, in which <, > and & are
// escaped, too. To encode every document for its length would make linting take a fifth longer.
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

// Beyond returns the length of a document as kubectl sends it if that is more than a limit, and 0 otherwise. JSON is at
// most six times as long as the YAML if that has no anchors, since < is written as \u003c. So the length of most
// documents is not counted.
func Beyond(doc *source.Document, limit int) int {
	if text := doc.File.Text; len(text) <= limit/6 && bytes.IndexByte(text, '&') < 0 {
		return 0
	}
	if size := Of(doc.Root) + len("\n"); size > limit {
		return size
	}
	return 0
}

// Value is Of for a decoded value.
func Value(v any) int {
	switch v := v.(type) {
	case map[string]any:
		size := len("{}") + max(0, len(v)-1)
		for k, field := range v {
			size += Text(k) + len(":") + Value(field)
		}
		return size
	case []any:
		size := len("[]") + max(0, len(v)-1)
		for _, item := range v {
			size += Value(item)
		}
		return size
	case string:
		return Text(v)
	}
	b, err := json.Marshal(v)
	if err != nil { // infinities, which Read refuses
		return 0
	}
	return len(b)
}

// Text returns the length of a text in quotes, as encoding/json encodes it.
func Text(s string) int {
	size := len(`""`) + len(s)
	for i := 0; i < len(s); {
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

const unicodeEscape = len(`\u0000`)

// escaped is the number of bytes that the escape of a character adds.
var escaped = [utf8.RuneSelf]byte{
	0: 5, 5, 5, 5, 5, 5, 5, 5, '\b': 1, '\t': 1, '\n': 1, 11: 5, '\f': 1, '\r': 1, 14: 5, 5,
	16: 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
	'"': 1, '\\': 1, '<': 5, '>': 5, '&': 5,
}
