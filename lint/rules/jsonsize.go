package rules

import (
	"encoding/json"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/source"
)

// jsonSize is the length of a node as kubectl writes it: JSON without blanks, in
// which <, > and & are escaped, too. It is counted, since writing megabytes for
// their length would cost more than most rules.
func jsonSize(n *yaml.Node, isJSON bool) int {
	if n = source.Resolve(n); n == nil {
		return len("null")
	}
	switch n.Kind {
	case yaml.MappingNode:
		size, entries := len("{}"), 0
		source.EachEntry(n, isJSON, func(key string, _, value *yaml.Node) {
			size += textSize(key) + len(":") + jsonSize(value, isJSON)
			entries++
		})
		return size + max(0, entries-1)
	case yaml.SequenceNode:
		size := len("[]") + max(0, len(n.Content)-1)
		for _, item := range n.Content {
			size += jsonSize(item, isJSON)
		}
		return size
	}
	if s, ok := source.String(n, isJSON); ok {
		return textSize(s)
	}
	b, err := json.Marshal(source.Scalar(n, isJSON))
	if err != nil { // infinities, which Read refuses
		return 0
	}
	return len(b)
}

// textSize is the length of a text in quotes, as encoding/json writes it.
func textSize(s string) int {
	size := len(`""`) + len(s)
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f':
				size++
			case c < ' ' || c == '<' || c == '>' || c == '&':
				size += len(`\u0000`) - 1
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if r == '\u2028' || r == '\u2029' || r == utf8.RuneError && n == 1 {
			size += len(`\u0000`) - n
		}
	}
	return size
}
