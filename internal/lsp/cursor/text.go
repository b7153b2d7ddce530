package cursor

import (
	"bytes"
	"sort"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A Text is a file whose documents are read when a cursor is in them. It is safe for concurrent use.
type Text struct {
	text []byte
	docs []document
}

// A document is the part of a file between two lines that begin with ---.
type document struct {
	start, end int
	once       sync.Once
	roots      []*node
	json       bool
	anchors    map[string]*node
}

// Read splits a file into documents, as kubectl does. It keeps text, which must not change afterwards.
func Read(text []byte) *Text {
	t := &Text{text: text}
	var starts []int
	for at := 0; at < len(text); at = min(lineFeed(text, at)+1, len(text)) {
		if bytes.HasPrefix(text[at:], []byte("---")) {
			starts = append(starts, at)
		}
	}
	if len(starts) == 0 || starts[0] > 0 {
		starts = append([]int{0}, starts...)
	}
	t.docs = make([]document, len(starts))
	for i, start := range starts {
		t.docs[i].start, t.docs[i].end = start, len(text)
		if i > 0 {
			t.docs[i-1].end = start
		}
	}
	return t
}

// document returns the outline of the document at an offset.
func (t *Text) document(offset int) *document {
	i := sort.Search(len(t.docs), func(i int) bool { return t.docs[i].start > offset })
	d := &t.docs[max(i-1, 0)]
	d.once.Do(func() { d.read(t.text) })
	return d
}

func (d *document) read(text []byte) {
	r := reader{text: text, pos: d.start, end: d.end, feedFrom: 1, anchors: map[string]*node{}}
	if bytes.HasPrefix(text[d.start:d.end], []byte("---")) {
		r.pos = r.nextLine(d.start)
	} else {
		r.pos += len(text[d.start:d.end]) - len(bytes.TrimLeft(text[d.start:d.end], "\ufeff"))
	}
	start := bytes.TrimLeft(text[r.pos:d.end], " \t\r\n")
	d.json = len(start) > 0 && (start[0] == '{' || start[0] == '[') && !bytes.HasPrefix(start, []byte("{{"))
	r.json = d.json
	if stop := documentEnd(text, r.pos, d.end); stop >= 0 {
		r.end = stop
	}
	d.roots, d.anchors = r.roots(), r.anchors
}

// documentEnd returns the offset of the line "..." that ends a document; -1 if there is none.
func documentEnd(text []byte, at, end int) int {
	for ; at < end; at = lineFeed(text, at) + 1 {
		if bytes.HasPrefix(text[at:end], []byte("...")) && (at+3 == end || isBreakOrSpace(text[at+3])) {
			return at
		}
	}
	return -1
}

// root returns the value of the document at an offset: the last one that begins before it.
func (d *document) root(offset int) *node {
	i := sort.Search(len(d.roots), func(i int) bool { return d.roots[i].start > offset })
	if len(d.roots) == 0 {
		return nil
	}
	return d.roots[max(i-1, 0)]
}

func (t *Text) values(d *document) *valueReader {
	return &valueReader{text: t.text, anchors: d.anchors, left: maxValues, json: d.json}
}

// object returns the object in which a path of a document ends, and the number of segments that lead to it: kubectl
// takes the items of a List for objects. An unfinished list may lack its kind, which kubectl get prints last.
func (v *valueReader) object(root *node, path []finding.Segment) (*node, int) {
	n, skipped := root, 0
	for {
		rest := path[skipped:]
		if len(rest) < 2 || rest[0].Name != "items" || !rest[1].IsIndex {
			return n, skipped
		}
		kind, item := v.str(n, "kind"), v.at(n, rest[:2])
		isTyped := v.str(item, "kind") != "" && v.str(item, "apiVersion") != ""
		switch {
		case item == nil, item.kind == yamlnode.Scalar, item.kind == yamlnode.Sequence,
			kind != "" && !strings.HasSuffix(kind, "List"), kind != "List" && !isTyped:
			return n, skipped
		}
		n, skipped = item, skipped+2
	}
}
