package source

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// Each method that reads a node begins at its first character. If it succeeds, it ends on the next line with
// content; nil means that it gives up. The indent of the collection around a node is that of its mapping's keys or
// its sequence's dashes; the node's later lines must be indented more.

// block reads a node at the start of a line, or after a dash.
func (r *fastReader) block(around, depth int) *yamlnode.Node {
	indent := r.at - r.start
	switch r.text[r.at] {
	case '|', '>':
		return r.blockScalar(around)
	case '[', '{':
		return r.flowLine(depth)
	case '"', '\'':
		n, isKey := r.quotedKey()
		if !isKey {
			return r.ended(n)
		}
		return r.mapping(n, indent, depth)
	}
	if r.isDash() {
		return r.sequence(depth)
	}
	colon := r.plainColon()
	if colon < 0 {
		return r.plain(around)
	}
	key := r.plainKey(colon)
	if key == nil {
		return nil
	}
	return r.mapping(key, indent, depth)
}

// mapping reads a mapping from the colon of its first key on.
func (r *fastReader) mapping(key *yamlnode.Node, indent, depth int) *yamlnode.Node {
	if depth >= maxDepth {
		return nil
	}
	n := r.node(yamlnode.Mapping, 0)
	n.Place(key.Line(), key.Column())
	base := len(r.stack)
	for {
		r.stack = append(r.stack, key)
		v := r.value(indent, depth+1)
		if v == nil || r.indent > indent {
			return nil
		}
		r.stack = append(r.stack, v)
		if r.indent < indent {
			break
		}
		if key = r.key(); key == nil {
			return nil
		}
	}
	n.Content = r.content(base)
	return n
}

// key reads a key at the start of a line, with its colon.
func (r *fastReader) key() *yamlnode.Node {
	if c := r.text[r.at]; c == '"' || c == '\'' {
		n, isKey := r.quotedKey()
		if !isKey {
			return nil
		}
		return n
	}
	colon := r.plainColon()
	if colon < 0 {
		return nil
	}
	return r.plainKey(colon)
}

// maxKey is YAML's limit for the characters of a key before its colon.
const maxKey = 1024

// quotedKey reads a scalar in quotes, and the colon after it if it is a key.
func (r *fastReader) quotedKey() (n *yamlnode.Node, isKey bool) {
	at, line := r.at, r.line
	if n = r.quoted(); n == nil {
		return nil, false
	}
	colon := r.spaces(r.at)
	if line != r.line || !r.isColon(colon) {
		return n, false
	}
	if colon-at > maxKey {
		return nil, false
	}
	r.at = colon + 1
	return n, true
}

// value reads the value after a key's colon.
func (r *fastReader) value(indent, depth int) *yamlnode.Node {
	line, column := r.line, r.column()
	r.at = r.spaces(r.at)
	if r.at < len(r.text) {
		switch r.text[r.at] {
		case '\n', '#':
		default:
			return r.onLine(indent, depth)
		}
	}
	if !r.endLine() {
		return nil
	}
	switch {
	case r.indent > indent:
		return r.block(indent, depth)
	case r.indent == indent && r.isDash():
		return r.sequence(depth) // the sequence may have the indentation of its key
	}
	n := r.node(yamlnode.Scalar, 0)
	n.Place(line, column)
	return n
}

// onLine reads a value that begins after other text of its line and that is no mapping or sequence in block style.
func (r *fastReader) onLine(indent, depth int) *yamlnode.Node {
	switch r.text[r.at] {
	case '|', '>':
		return r.blockScalar(indent)
	case '[', '{':
		return r.flowLine(depth)
	case '"', '\'':
		return r.ended(r.quoted())
	}
	return r.plain(indent)
}

// sequence reads a sequence from its first dash on.
func (r *fastReader) sequence(depth int) *yamlnode.Node {
	if depth >= maxDepth {
		return nil
	}
	n := r.node(yamlnode.Sequence, 0)
	indent := r.at - r.start
	base := len(r.stack)
	for {
		r.at++
		line, column := r.line, r.column()
		r.at = r.spaces(r.at)
		var item *yamlnode.Node
		if r.at < len(r.text) && r.text[r.at] != '\n' && r.text[r.at] != '#' {
			item = r.block(indent, depth+1)
		} else if !r.endLine() {
			return nil
		} else if r.indent > indent {
			item = r.block(indent, depth+1)
		} else {
			item = r.node(yamlnode.Scalar, 0)
			item.Place(line, column)
		}
		if item == nil || r.indent > indent {
			return nil
		}
		r.stack = append(r.stack, item)
		// A key at the indentation of the dashes belongs to the mapping around the sequence, if that has this
		// indentation.
		if r.indent < indent || !r.isDash() {
			break
		}
	}
	n.Content = r.content(base)
	return n
}

// isDash reports whether the next token is an item's dash.
func (r *fastReader) isDash() bool {
	return r.text[r.at] == '-' && r.isGap(r.at+1)
}

// isColon reports whether a key's colon is at i.
func (r *fastReader) isColon(i int) bool {
	return i < len(r.text) && r.text[i] == ':' && r.isGap(i+1)
}

func (r *fastReader) isGap(i int) bool {
	return i >= len(r.text) || r.text[i] == ' ' || r.text[i] == '\n'
}

// spaces returns the offset of the first character from i on that is no space.
func (r *fastReader) spaces(i int) int {
	for i < len(r.text) && r.text[i] == ' ' {
		i++
	}
	return i
}

// ended returns n if nothing follows it on its line.
func (r *fastReader) ended(n *yamlnode.Node) *yamlnode.Node {
	if n == nil || !r.endLine() {
		return nil
	}
	return n
}

// endLine skips spaces and a comment, and moves to the next line with content.
func (r *fastReader) endLine() bool {
	i := r.spaces(r.at)
	if i < len(r.text) && r.text[i] != '\n' {
		if r.text[i] != '#' || r.text[i-1] != ' ' {
			return false
		}
		i = r.lineEnd(i)
	}
	r.at = i
	r.nextLine()
	return true
}

// lineEnd returns the offset of the end of the line of i.
func (r *fastReader) lineEnd(i int) int {
	if n := strings.IndexByte(r.text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(r.text)
}

// nextLine moves from the end of a line to the next line with content.
func (r *fastReader) nextLine() {
	if r.at < len(r.text) {
		r.at++
		r.line++
	}
	r.skipLines()
}

// skipLines moves from the start of a line to the first line with content.
func (r *fastReader) skipLines() {
	r.wide, r.blanks, r.commented = 0, 0, false
	for {
		r.start = r.at
		i := r.spaces(r.at)
		if i == len(r.text) {
			r.at, r.indent = i, -1
			return
		}
		switch r.text[i] {
		case '\n':
			r.blanks++
		case '#':
			r.commented = true
			if i = r.lineEnd(i); i == len(r.text) {
				r.at, r.indent = i, -1
				return
			}
		default:
			r.at, r.indent = i, i-r.start
			return
		}
		r.at = i + 1
		r.line++
	}
}
