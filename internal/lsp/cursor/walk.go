package cursor

import (
	"bytes"
	"sort"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A walk goes from the root of a document to the place of an offset.
type walk struct {
	text    []byte
	doc     *document
	offset  int
	v       *valueReader
	place   *Place
	path    []finding.Segment
	skipped int
}

// separator reports whether the offset is on the line "---" of the document.
func (w *walk) separator() bool {
	return w.offset <= lineFeed(w.text, w.doc.start) && bytes.HasPrefix(w.text[w.doc.start:], []byte("---"))
}

// from finds the place below the root.
func (w *walk) from(root *node) {
	start := lineStart(w.text, w.offset)
	end := lineFeed(w.text, w.offset)
	before := w.text[start:w.offset]
	p := w.place
	// A comment behind the cursor does not make a line one with text.
	after := bytes.TrimSpace(w.text[w.offset:end])
	p.Blank = len(bytes.TrimSpace(before)) == 0 && (len(after) == 0 || after[0] == '#' && len(before) > 0 && w.offset < end && isSpace(w.text[w.offset]))
	switch {
	case root == nil:
		w.outside(before)
	case root.isFlow():
		p.Flow = true
		w.inFlow(root)
		w.comment(before)
	case !root.isBlock():
		w.atScalar(root, Start)
	case p.Blank:
		w.blankLine(root, len(before))
	default:
		w.inBlock(root)
		w.comment(before)
	}
}

// outside is a place in a document without a value.
func (w *walk) outside(before []byte) {
	if trimmed := bytes.TrimLeft(before, " \t"); len(trimmed) > 0 && trimmed[0] == '#' {
		w.asComment(lineStart(w.text, w.offset) + len(before) - len(trimmed))
		return
	}
	w.place.Role, w.place.Column = Key, len(before)
}

// comment changes the place into a comment if a # is before it that is outside of scalars.
func (w *walk) comment(before []byte) {
	if w.place.Scalar != nil || w.doc.json {
		return
	}
	start := lineStart(w.text, w.offset)
	for i, c := range before {
		if c != '#' || i > 0 && !isSpace(before[i-1]) {
			continue
		}
		if quote := quoteAround(before[:i]); quote {
			continue
		}
		w.asComment(start + i)
		return
	}
}

// quoteAround reports whether a quoted scalar is open at the end of the part of a line.
func quoteAround(before []byte) bool {
	for i := 0; i < len(before); i++ {
		c := before[i]
		if c != '"' && c != '\'' || i > 0 && bytes.IndexByte([]byte(" \t:[{,-"), before[i-1]) < 0 {
			continue
		}
		end := closingQuote(before, i)
		if end < 0 {
			return true
		}
		i = end - 1
	}
	return false
}

func (w *walk) asComment(start int) {
	p := w.place
	end := lineFeed(w.text, start)
	p.Role, p.Comment = Comment, strings.TrimRight(string(w.text[start:end]), "\r")
	p.CommentOffset = w.offset - start
	p.Token, p.Typed = Span{w.offset, w.offset}, ""
}

// enter adds the segment of an entry to the path.
func (w *walk) enter(n *node, i int) {
	if n.kind == yamlnode.Sequence {
		w.path = append(w.path, finding.Segment{Index: i, IsIndex: true})
		return
	}
	w.path = append(w.path, finding.Segment{Name: w.v.key(n.entries[i].key)})
}

// lastBefore returns the index of the last entry that begins at an offset or before it; -1 if there is none.
func lastBefore(n *node, offset int) int {
	return sort.Search(len(n.entries), func(i int) bool { return n.entries[i].start > offset }) - 1
}

// inBlock finds the place on a line with text, below a collection in block style.
func (w *walk) inBlock(n *node) {
	p := w.place
	i := lastBefore(n, w.offset)
	if i < 0 {
		p.Role = Nowhere
		return
	}
	e := &n.entries[i]
	if e.key != nil && (w.offset <= e.key.end || e.colon >= 0 && w.offset <= e.colon && e.value == nil) {
		w.atKey(n, e)
		return
	}
	if e.key != nil && e.colon < 0 && e.value == nil {
		w.atKey(n, e)
		return
	}
	w.enter(n, i)
	p.Column = n.indent
	switch v := e.value; {
	case v == nil:
		w.atNothing(n, e)
	case v.isBlock() && v.start <= w.offset:
		w.inBlock(v)
	case v.isBlock():
		w.beforeBlock(n, e)
	case v.isFlow() && w.offset > v.start:
		p.Flow = true
		w.inFlow(v)
	case lineStart(w.text, v.start) > e.colon:
		w.atScalar(v, Start)
	case n.kind == yamlnode.Sequence:
		w.atScalar(v, Item)
	default:
		w.atScalar(v, Value)
	}
	if e.colon >= 0 && w.offset == e.colon+1 {
		p.NeedsSpace = true
	}
}

// atKey is a place in a key.
func (w *walk) atKey(n *node, e *entry) {
	p := w.place
	p.Role, p.mapping, p.own, p.Column, p.HasColon = Key, n, e, n.indent, e.colon >= 0
	w.token(e.key)
}

// token sets the token to a scalar.
func (w *walk) token(n *node) {
	p := w.place
	if n == nil || w.offset < n.start || w.offset > n.end && lineStart(w.text, n.end) != lineStart(w.text, w.offset) {
		return
	}
	if w.offset > n.end {
		p.Role = Nowhere // after a key or a value
		return
	}
	if n.isBlockScalar() || bytes.IndexByte(w.text[n.start:n.end], '\n') >= 0 {
		return
	}
	p.Token = Span{n.start, n.end}
	start := n.start
	if n.style&(yamlnode.DoubleQuoted|yamlnode.SingleQuoted) != 0 {
		p.Quote = w.text[start]
		start = min(start+1, w.offset)
	}
	p.Typed = string(w.text[start:w.offset])
}

// atNothing is a place after a colon or a dash without a value.
func (w *walk) atNothing(n *node, e *entry) {
	p := w.place
	switch {
	case lineStart(w.text, w.offset) > e.colon:
		p.Role = Start
	case n.kind == yamlnode.Sequence:
		p.Role = Item
	default:
		p.Role = Value
	}
}

// beforeBlock is a place after a colon or a dash whose value begins on a line below.
func (w *walk) beforeBlock(n *node, e *entry) {
	p := w.place
	p.Role = Value
	if n.kind == yamlnode.Sequence {
		p.Role = Item
		if e.value.kind == yamlnode.Mapping {
			p.Role, p.mapping, p.Column = Key, e.value, e.value.indent
		}
	}
	if w.offset == e.start && n.kind == yamlnode.Sequence {
		p.Role = Nowhere
	}
}

// atScalar is a place in a scalar, or after one on its line.
func (w *walk) atScalar(n *node, role Role) {
	p := w.place
	p.Role = role
	if w.offset < n.start {
		return
	}
	inText := w.offset > n.start && w.offset <= n.end
	if n.isBlockScalar() {
		inText = w.offset > lineFeed(w.text, n.start)
	}
	if !n.isScalar() {
		w.token(n)
		return
	}
	if n.closed && n.style&(yamlnode.DoubleQuoted|yamlnode.SingleQuoted) != 0 && w.offset == n.end {
		inText = false
	}
	if inText || w.offset == n.start {
		p.Scalar = scalarAt(w.text, n, w.offset)
	}
	w.token(n)
}

// inFlow finds the place in a collection in flow style.
func (w *walk) inFlow(n *node) {
	p := w.place
	if n.closed && w.offset >= n.end {
		p.Role = Nowhere
		return
	}
	i := sort.Search(len(n.entries), func(i int) bool { return n.entries[i].end >= w.offset })
	if i == len(n.entries) && i > 0 && w.offset > n.last().end && (n.last().end >= w.doc.end || w.text[n.last().end] != ',') {
		i-- // the text ends without a comma or a bracket
	}
	if i == len(n.entries) || n.kind == yamlnode.Mapping && w.offset < n.entries[i].start {
		w.newEntry(n)
		return
	}
	e := &n.entries[i]
	if n.kind == yamlnode.Mapping && (e.colon < 0 || w.offset <= e.colon) {
		p.Role, p.mapping, p.own, p.HasColon = Key, n, e, e.colon >= 0
		if e.key.isScalar() {
			w.token(e.key)
		}
		return
	}
	w.enter(n, i)
	switch v := e.value; {
	case v == nil || w.offset < v.start:
		w.newValue(n)
	case v.isFlow() && w.offset > v.start && (w.offset < v.end || !v.closed):
		w.inFlow(v)
	case n.kind == yamlnode.Sequence:
		w.atScalar(v, Item)
	default:
		w.atScalar(v, Value)
	}
	if e.colon >= 0 && w.offset == e.colon+1 {
		p.NeedsSpace = true
	}
}

func (w *walk) newValue(n *node) {
	w.place.Role = Value
	if n.kind == yamlnode.Sequence {
		w.place.Role = Item
	}
}

// newEntry is a place for another entry of a collection in flow style.
func (w *walk) newEntry(n *node) {
	p := w.place
	if n.kind == yamlnode.Mapping {
		p.Role, p.mapping = Key, n
		return
	}
	p.Role = Item
	w.path = append(w.path, finding.Segment{Index: len(n.entries), IsIndex: true})
}
