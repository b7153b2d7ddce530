package cursor

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// hasKey reports whether a key with its colon is at an offset.
func (r *reader) hasKey(at int) bool { return r.key(at).colon >= 0 }

// A foundKey is the key at an offset with the offset of its colon, which is -1 if there is no key on the line.
type foundKey struct {
	at, end int
	node    node
	colon   int
	anchor  string
}

// key returns the key at an offset.
func (r *reader) key(at int) foundKey {
	if end := r.lineEnd(at); r.last.at != at || r.last.end != end || end == 0 {
		r.last = r.readKey(at, end)
		r.last.at, r.last.end = at, end
	}
	return r.last
}

func (r *reader) readKey(at, end int) foundKey {
	none := foundKey{colon: -1}
	n := node{kind: yamlnode.Scalar, outer: -1}
	var anchor string
	for at < end && (r.text[at] == '&' || r.text[at] == '!') {
		from := at
		for at < end && !isSpace(r.text[at]) {
			at++
		}
		if r.text[from] == '&' {
			anchor = string(r.text[from+1 : at])
		}
		for at < end && isSpace(r.text[at]) {
			at++
		}
	}
	n.start = at
	if at >= end {
		return none
	}
	switch c := r.text[at]; {
	case c == '"' || c == '\'':
		if n.end = closingQuote(r.text[:end], at); n.end < 0 {
			return none
		}
		n.closed, n.style = true, yamlnode.DoubleQuoted
		if c == '\'' {
			n.style = yamlnode.SingleQuoted
		}
		for at = n.end; at < end && isSpace(r.text[at]); at++ {
		}
		if at < end && r.text[at] == ':' && (at+1 >= end || isSpace(r.text[at+1])) {
			return foundKey{node: n, colon: at, anchor: anchor}
		}
		return none
	case bytes.IndexByte([]byte("{[|>#%@`,]}"), c) >= 0, (c == '-' || c == '?' || c == ':') && (at+1 >= end || isSpace(r.text[at+1])):
		return none
	case c == '*':
		n.kind = yamlnode.Alias
	}
	for i := at; i < end; i++ {
		switch {
		case r.text[i] == '#' && isSpace(r.text[i-1]):
			return none
		case r.text[i] == ':' && (i+1 >= end || isSpace(r.text[i+1])):
			for n.end = i; n.end > at && isSpace(r.text[n.end-1]); n.end-- {
			}
			return foundKey{node: n, colon: i, anchor: anchor}
		}
	}
	return none
}
