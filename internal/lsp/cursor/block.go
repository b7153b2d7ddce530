package cursor

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// maxDepth limits the nesting of an outline, as source does. Deeper text is skipped.
const maxDepth = 1000

// A reader makes the outline of one document. It reads lines by their indentation and accepts any text: a line that
// YAML refuses becomes a part of the entry above it.
type reader struct {
	text []byte // the whole file
	pos  int    // the start of the next line, or an offset after which only a comment follows on the line
	end  int    // of the document
	// json is set for text that begins with a brace. Its strings end with their line.
	json  bool
	depth int
	// anchors are the nodes with the name of an anchor.
	anchors map[string]*node
	// free are allocated nodes: a large document has tens of thousands.
	free []node
	// last is the last result of key, which is asked for several times.
	last foundKey
	// feed is the next line feed for the offsets from feedFrom on.
	feedFrom, feed int
}

// A line is a line with content.
type line struct {
	start, content int
	indent         int
}

// roots reads all values of a document. YAML has one; JSON may have several, one after the other.
func (r *reader) roots() []*node {
	var roots []*node
	for {
		l, ok := r.peek()
		if !ok {
			return roots
		}
		n := r.blockAt(l.content, l.indent, -1)
		if len(roots) > 0 && n.isBlock() && roots[len(roots)-1].isBlock() && n.kind == roots[len(roots)-1].kind {
			// The first lines are indented by more than the others.
			first := roots[len(roots)-1]
			first.entries, first.indent, first.end = append(first.entries, n.entries...), n.indent, n.end
			continue
		}
		if n != nil {
			roots = append(roots, n)
		}
	}
}

// peek returns the next line with content, and moves to its start.
func (r *reader) peek() (line, bool) {
	for r.pos < r.end {
		at := r.pos
		for at < r.end && isSpace(r.text[at]) {
			at++
		}
		if at < r.end && r.text[at] != '\n' && r.text[at] != '#' && !(r.text[at] == '%' && at == lineStart(r.text, at)) {
			start := lineStart(r.text, at)
			return line{start: start, content: at, indent: at - start}, true
		}
		r.pos = r.nextLine(at)
	}
	return line{}, false
}

// nextLine returns the start of the line after the line of an offset.
func (r *reader) nextLine(at int) int { return min(r.lineFeed(at)+1, r.end) }

// lineEnd returns the end of the line of an offset, without its line break.
func (r *reader) lineEnd(at int) int {
	end := min(r.lineFeed(at), r.end)
	for end > at && r.text[end-1] == '\r' {
		end--
	}
	return end
}

// lineFeed returns the offset of the line feed of a line, or the end of the text. JSON may be one line of megabytes, so
// the last result is kept.
func (r *reader) lineFeed(at int) int {
	if r.feedFrom <= at && at <= r.feed {
		return r.feed
	}
	r.feedFrom, r.feed = at, len(r.text)
	if i := bytes.IndexByte(r.text[at:], '\n'); i >= 0 {
		r.feed = at + i
	}
	return r.feed
}

// blockAt reads the value that begins at an offset, in a column of its line. outer is the column of what has the value.
func (r *reader) blockAt(at, column, outer int) *node {
	if r.depth++; r.depth > maxDepth {
		r.depth--
		r.pos = r.nextLine(at)
		return nil
	}
	defer func() { r.depth-- }()
	switch {
	case r.isDash(at):
		n := r.node(node{kind: yamlnode.Sequence, start: at, indent: column, outer: outer})
		r.items(n, at, column)
		r.asMapping(n)
		return n
	case r.beginsMapping(at, column):
		n := r.node(node{kind: yamlnode.Mapping, start: at, indent: column, outer: outer})
		r.fields(n, at, column)
		return n
	}
	return r.value(at, outer, true)
}

// fields reads the entries of a mapping from an offset on. A list among the keys of a mapping lost its key: it becomes
// an entry without one.
func (r *reader) fields(n *node, at, column int) {
	for {
		if r.isDash(at) {
			list := r.node(node{kind: yamlnode.Sequence, start: at, indent: column, outer: column})
			r.items(list, at, column)
			n.entries = append(n.entries, entry{start: at, colon: -1, value: list})
		} else {
			n.entries = append(n.entries, r.field(at, column))
		}
		l, ok := r.continued(n, column)
		if !ok || l.indent < column {
			return
		}
		at = l.content
	}
}

// items reads the items of a sequence from an offset on.
func (r *reader) items(n *node, at, column int) {
	for {
		e := entry{start: at, colon: at}
		e.value = r.value(at+1, column, false)
		e.end = r.pos
		n.entries = append(n.entries, e)
		n.end = r.pos
		l, ok := r.continued(n, column)
		if !ok || l.indent < column || !r.isDash(l.content) {
			return
		}
		at = l.content
	}
}

// asMapping makes a mapping of a sequence that a key follows in the column of its dashes: the key above it is missing.
func (r *reader) asMapping(n *node) {
	l, ok := r.peek()
	if !ok || l.indent != n.indent || n.indent <= n.outer || !r.hasKey(l.content) {
		return
	}
	list := *n
	*n = node{kind: yamlnode.Mapping, start: n.start, indent: n.indent, outer: n.outer, entries: []entry{{start: n.start, colon: -1, value: &list}}}
	r.fields(n, l.content, l.indent)
}

// continued gives the lines that are indented by more than a collection to its last entry, and returns the line after
// them.
func (r *reader) continued(n *node, column int) (line, bool) {
	for {
		l, ok := r.peek()
		if !ok || l.indent <= column {
			n.end = r.pos
			return l, ok
		}
		r.attach(n.last(), l, column)
	}
}

// attach adds a line that is indented by more than an entry to the value of the entry.
func (r *reader) attach(e *entry, l line, column int) {
	if r.depth++; r.depth > maxDepth {
		r.depth--
		r.pos = r.nextLine(l.content)
		return
	}
	defer func() { r.depth-- }()
	isDash := r.isDash(l.content)
	switch v := e.value; {
	case v.isBlock() && v.kind == yamlnode.Mapping && !isDash:
		r.fields(v, l.content, l.indent)
	case v.isBlock() && v.kind == yamlnode.Sequence && isDash:
		r.items(v, l.content, l.indent)
	case v.isBlock():
		r.attach(v.last(), l, v.indent)
	default:
		if n := r.blockAt(l.content, l.indent, column); n.isBlock() || v == nil {
			e.value = n
		}
	}
}

// field reads an entry of a mapping.
func (r *reader) field(at, column int) entry {
	e := entry{start: at, colon: -1}
	if r.isIndicator(at, '?') {
		e.key = r.value(at+1, column, false)
		if l, ok := r.peek(); ok && l.indent == column && r.isIndicator(l.content, ':') {
			e.colon = l.content
			e.value = r.value(l.content+1, column, false)
		}
		return e
	}
	found := r.key(at)
	if found.colon < 0 {
		end := r.plainEnd(at, r.lineEnd(at), false)
		e.key = r.node(node{kind: yamlnode.Scalar, start: at, end: end, outer: column})
		r.pos = r.nextLine(at)
		return e
	}
	e.key, e.colon = r.node(found.node), found.colon
	if found.anchor != "" {
		r.anchors[found.anchor] = e.key
	}
	e.value = r.value(found.colon+1, column, true)
	return e
}

// value reads the value after a colon or a dash, or at the start of a line: on the rest of the line, or on the lines
// below that are indented by more than column. inMapping is set for a value after a colon: a list may then begin in
// the column of its key.
func (r *reader) value(at, column int, inMapping bool) *node {
	end := r.lineEnd(at)
	var anchor string
	for {
		for at < end && isSpace(r.text[at]) {
			at++
		}
		if at >= end || r.text[at] == '#' && isSpaceBefore(r.text, at) {
			r.pos = r.nextLine(at)
			return r.anchored(r.below(column, inMapping), anchor)
		}
		if c := r.text[at]; c != '&' && c != '!' || !inMapping && r.hasKey(at) {
			break
		}
		from := at
		for at < end && !isSpace(r.text[at]) {
			at++
		}
		if r.text[from] == '&' {
			anchor = string(r.text[from+1 : at])
		}
	}
	return r.anchored(r.inline(at, column, inMapping), anchor)
}

// anchored returns a node after it was given the name of an anchor.
func (r *reader) anchored(n *node, anchor string) *node {
	if n != nil && anchor != "" {
		r.anchors[anchor] = n
	}
	return n
}

// node allocates a node.
func (r *reader) node(n node) *node {
	if len(r.free) == 0 {
		r.free = make([]node, 256)
	}
	p := &r.free[0]
	r.free = r.free[1:]
	*p = n
	return p
}

// below reads a value on the lines below its key or dash.
func (r *reader) below(column int, inMapping bool) *node {
	l, ok := r.peek()
	if !ok || l.indent < column || l.indent == column && !(inMapping && r.isDash(l.content)) {
		return nil
	}
	return r.blockAt(l.content, l.indent, column)
}

// inline reads a value that begins at an offset.
func (r *reader) inline(at, column int, inMapping bool) *node {
	if !inMapping {
		if in := at - lineStart(r.text, at); r.isDash(at) || r.beginsMapping(at, in) {
			return r.blockAt(at, in, column)
		}
	}
	var n *node
	switch c := r.text[at]; {
	case (c == '|' || c == '>') && r.isHeader(at):
		return r.blockScalar(at, column)
	case c == '"' || c == '\'':
		n = r.quoted(at, column)
	case c == '{' || c == '[':
		n = r.flow(at, column)
	case c == '*':
		end := at
		for limit := r.lineEnd(at); end < limit && !isSpace(r.text[end]); end++ {
		}
		n = r.node(node{kind: yamlnode.Alias, start: at, end: end, outer: column})
	default:
		n = r.plain(at, column)
	}
	r.pos = n.end
	if n.isFlow() && !n.closed {
		return n // it ended before the next line
	}
	if n.isFlow() && column < 0 && len(bytes.TrimSpace(r.text[n.end:r.lineEnd(n.end)])) > 0 {
		return n // another JSON value may follow on the line
	}
	r.pos = r.nextLine(n.end)
	return n
}

// isDash reports whether an item of a sequence begins at an offset.
func (r *reader) isDash(at int) bool { return r.isIndicator(at, '-') }

// isIndicator reports whether a character with white space after it is at an offset.
func (r *reader) isIndicator(at int, c byte) bool {
	return at < r.end && r.text[at] == c && (at+1 >= r.end || isBreakOrSpace(r.text[at+1]))
}

// beginsMapping reports whether the first key of a mapping is at an offset: a key with a colon, or an unfinished key
// above other keys.
func (r *reader) beginsMapping(at, column int) bool {
	if r.hasKey(at) || r.isIndicator(at, '?') {
		return true
	}
	if bytes.IndexByte([]byte("\"'{[*&!|>#%@`"), r.text[at]) >= 0 || r.isDash(at) {
		return false
	}
	saved := r.pos
	defer func() { r.pos = saved }()
	r.pos = r.nextLine(at)
	l, ok := r.peek()
	if !ok || l.indent < column {
		return false
	}
	// A scalar of several lines has no key, so the text is that of a key that lost its colon.
	if !r.isDash(l.content) {
		return r.hasKey(l.content)
	}
	if r.hasKeyAfterDash(l.content) {
		return true
	}
	for ok && (l.indent > column || l.indent == column && r.isDash(l.content)) {
		r.pos = r.nextLine(l.content)
		l, ok = r.peek()
	}
	return ok && l.indent == column && r.hasKey(l.content) // the key after the list
}

func (r *reader) hasKeyAfterDash(at int) bool {
	for at++; at < r.end && (r.text[at] == ' ' || r.isDash(at)); at++ {
	}
	return at < r.end && r.hasKey(at)
}

func isSpace(c byte) bool        { return c == ' ' || c == '\t' || c == '\r' }
func isBreakOrSpace(c byte) bool { return isSpace(c) || c == '\n' }

func isSpaceBefore(text []byte, at int) bool { return at == 0 || isBreakOrSpace(text[at-1]) }

// lineStart returns the start of the line of an offset.
func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }
