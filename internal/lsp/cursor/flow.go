package cursor

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// flow reads a collection in flow style, which JSON is, too. A collection without its bracket ends before a line that
// is not indented by more than column.
func (r *reader) flow(at, column int) *node {
	saved := r.end
	r.end = r.flowEnd(at, column)
	defer func() { r.end = saved }()
	n, _ := r.collection(at)
	n.outer = column
	return n
}

// flowEnd returns where a collection in flow style has to end.
func (r *reader) flowEnd(at, column int) int {
	for next := r.nextLine(at); next < r.end && column >= 0; next = r.nextLine(next) {
		content := next
		for content < r.end && isSpace(r.text[content]) {
			content++
		}
		if content >= r.end || r.text[content] == '\n' || content-next > column || bytes.IndexByte([]byte("]}#"), r.text[content]) >= 0 {
			continue
		}
		return next
	}
	return r.end
}

// collection reads a mapping or a sequence from its bracket on, and returns the offset after it.
func (r *reader) collection(at int) (*node, int) {
	n := r.node(node{kind: yamlnode.Mapping, style: yamlnode.Flow, start: at, indent: -1})
	if r.text[at] == '[' {
		n.kind = yamlnode.Sequence
	}
	if r.depth++; r.depth > maxDepth {
		r.depth--
		n.end = r.end
		return n, r.end
	}
	defer func() { r.depth-- }()
	for at++; ; {
		from := at
		at = r.skipBlanks(at)
		if at >= r.end {
			n.end = r.end
			return n, at
		}
		switch c := r.text[at]; c {
		case '}', ']':
			n.end, n.closed = at+1, true
			return n, at + 1
		case ',':
			if len(n.entries) == 0 || n.last().end >= 0 {
				n.entries = append(n.entries, entry{start: from, colon: -1, end: at})
			} else {
				n.last().end = at
			}
			at++
			continue
		}
		var e entry
		if n.kind == yamlnode.Mapping {
			e, at = r.pair(at)
		} else {
			e, at = r.flowItem(at)
		}
		next := r.skipBlanks(at)
		e.end = next
		if next < r.end && r.text[next] == ',' {
			at = next + 1
		}
		n.entries = append(n.entries, e)
	}
}

// pair reads an entry of a mapping in flow style.
func (r *reader) pair(at int) (entry, int) {
	e := entry{start: at, colon: -1}
	if r.isIndicator(at, '?') {
		at = r.skipBlanks(at + 1)
	}
	if at < r.end && r.text[at] != ':' {
		e.key, at = r.flowNode(at)
	}
	next := r.skipBlanks(at)
	if next >= r.end || r.text[next] != ':' {
		return e, at
	}
	e.colon = next
	e.value, at = r.flowValue(next + 1)
	return e, at
}

// flowItem reads an item of a sequence, which may be a mapping of one pair without braces.
func (r *reader) flowItem(at int) (entry, int) {
	e := entry{start: at, colon: -1}
	e.value, at = r.flowNode(at)
	next := r.skipBlanks(at)
	if next >= r.end || r.text[next] != ':' {
		return e, at
	}
	pair := entry{start: e.start, key: e.value, colon: next}
	pair.value, at = r.flowValue(next + 1)
	pair.end = at
	e.value = r.node(node{kind: yamlnode.Mapping, style: yamlnode.Flow, start: e.start, end: at, indent: -1, entries: []entry{pair}})
	return e, at
}

// flowValue reads the value after a colon. It is nil before a comma, a bracket or the key of the next line.
func (r *reader) flowValue(at int) (*node, int) {
	next := r.skipBlanks(at)
	if next >= r.end || bytes.IndexByte([]byte(",}]"), r.text[next]) >= 0 {
		return nil, at
	}
	if r.nextLine(at) <= next && r.hasFlowKey(next) {
		return nil, at
	}
	return r.flowNode(next)
}

// hasFlowKey reports whether a quoted key with its colon is at an offset, as on the line after an unfinished one.
func (r *reader) hasFlowKey(at int) bool {
	if r.text[at] != '"' {
		return r.text[at] != '{' && r.text[at] != '[' && r.hasKey(at)
	}
	end := closingQuote(r.text[:r.lineEnd(at)], at)
	return end >= 0 && bytes.HasPrefix(bytes.TrimLeft(r.text[end:r.end], " \t"), []byte{':'})
}

// flowNode reads a value in flow style and returns the offset after it.
func (r *reader) flowNode(at int) (*node, int) {
	var anchor string
	for at < r.end && (r.text[at] == '&' || r.text[at] == '!') {
		from := at
		for at < r.end && !isBreakOrSpace(r.text[at]) && bytes.IndexByte([]byte(",]}"), r.text[at]) < 0 {
			at++
		}
		if r.text[from] == '&' {
			anchor = string(r.text[from+1 : at])
		}
		at = r.skipBlanks(at)
	}
	if at >= r.end {
		return nil, at
	}
	var n *node
	switch c := r.text[at]; {
	case c == '{' || c == '[':
		n, at = r.collection(at)
	case c == '"' || c == '\'':
		n = r.quoted(at, -1)
		at = n.end
	case c == ',' || c == '}' || c == ']':
		return nil, at
	default:
		n = r.flowPlain(at)
		at = n.end
	}
	n.outer = -1
	return r.anchored(n, anchor), at
}

// flowPlain reads a plain scalar or an alias. A scalar goes on on the next line, unless a key or a bracket is there.
func (r *reader) flowPlain(at int) *node {
	n := r.node(node{kind: yamlnode.Scalar, start: at, end: r.plainEnd(at, r.lineEnd(at), true)})
	if n.end == at {
		n.end = at + 1 // a stray character
	}
	if r.text[at] == '*' {
		n.kind = yamlnode.Alias
		return n
	}
	for n.end >= r.lineEnd(n.end) && !r.json {
		next := r.skipBlanks(n.end)
		if next >= r.end || bytes.IndexByte([]byte("\"'{}[],:#&*!"), r.text[next]) >= 0 || r.hasFlowKey(next) {
			break
		}
		end := r.plainEnd(next, r.lineEnd(next), true)
		if end <= next {
			break
		}
		n.end = end
	}
	return n
}

// skipBlanks returns the offset of the next character that is no white space and in no comment.
func (r *reader) skipBlanks(at int) int {
	for at < r.end {
		switch c := r.text[at]; {
		case isBreakOrSpace(c):
			at++
		case c == '#' && isSpaceBefore(r.text, at):
			at = r.nextLine(at)
		default:
			return at
		}
	}
	return at
}
