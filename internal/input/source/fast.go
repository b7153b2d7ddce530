package source

import (
	"strings"
	"unsafe"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// fastReader reads the YAML that people and generators write into the nodes
// that would be made of yaml.v3's, and gives up on all else, which is then left
// to yaml.v3. It exists because yaml.v3 reads some 40 MB/s of CRDs, which was
// three quarters of the time of a lint; this reads 400 MB/s.
//
// It gives up on a document with tabs, carriage returns or other characters
// that YAML treats in a way of its own (see cleanText); tags, anchors, aliases and
// merge keys; keys that are not a scalar on one line; comments in brackets; a root
// that is not a block mapping at the start of the line; values and keys that JSON
// cannot hold; and whatever is not YAML, or might not be: errors and their words
// always are yaml.v3's and kubectl's.
//
// What it accepts has no template's braces as a mapping and nothing that an
// inspection would find, which so need not walk over it.
//
// The nodes are compared with yaml.v3's on the corpus, the recorded cases and by
// FuzzFastPath.
//
// No input makes it read a character more than a few times.
type fastReader struct {
	text string // the document
	at   int
	line int // of the file, that at is on
	// start is the offset of the line, and wide how many more bytes than
	// characters it has up to the token at at.
	start, wide int
	ascii       bool

	// What nextLine found.
	indent    int  // of the line with content, -1 at the end of the text
	blanks    int  // lines before it
	commented bool // whether one of them was a comment

	stack []*yamlnode.Node // the content of all collections that are open
	built strings.Builder  // the values that do not stand in text as they are

	// nodes and contents are the rest of the last allocations, for the next nodes and collections of
	// this document or of the next: what is walked together lies together.
	nodes    []yamlnode.Node
	contents []*yamlnode.Node
}

// read returns the root of a chunk, nil if it gives up.
func (r *fastReader) read(c *chunk) *yamlnode.Node {
	ok, ascii := cleanText(c.text)
	if !ok {
		return nil
	}
	// Nothing changes the text of a file, so that its values are parts of it.
	r.text, r.ascii = unsafe.String(unsafe.SliceData(c.text), len(c.text)), ascii
	r.at, r.line, r.start, r.wide = 0, c.line, 0, 0
	r.stack = r.stack[:0]
	r.built = strings.Builder{}
	if strings.HasPrefix(r.text, separator) {
		r.at = len(separator)
		if !r.endLine() {
			return nil
		}
	} else {
		r.skipLines()
	}
	if r.indent != 0 {
		return nil
	}
	root := r.block(-1, 0)
	if root == nil || root.Kind != yamlnode.Mapping || root.Style != 0 || r.indent >= 0 {
		return nil
	}
	return root
}

// node returns a node at the current position.
func (r *fastReader) node(kind yamlnode.Kind, style yamlnode.Style) *yamlnode.Node {
	if len(r.nodes) == 0 {
		r.nodes = make([]yamlnode.Node, min(len(r.text)/40+8, 512)) // a node of a CRD takes some 47 bytes of text
	}
	n := &r.nodes[0]
	r.nodes = r.nodes[1:]
	n.Kind, n.Style = kind, style
	n.Place(r.line, r.column())
	return n
}

func (r *fastReader) column() int { return r.at - r.start - r.wide + 1 }

// passed moves on to end, past a token with more on its line to come.
func (r *fastReader) passed(end int) {
	if !r.ascii {
		for i := max(r.at, r.start); i < end; i++ {
			if r.text[i]&0xc0 == 0x80 {
				r.wide++
			}
		}
	}
	r.at = end
}

// content takes what was put on the stack since it had base nodes.
func (r *fastReader) content(base int) []*yamlnode.Node {
	n := len(r.stack) - base
	if n == 0 {
		return nil
	}
	if len(r.contents) < n {
		r.contents = make([]*yamlnode.Node, max(n, min(len(r.text)/40+8, 1024)))
	}
	content := r.contents[:n:n]
	r.contents = r.contents[n:]
	copy(content, r.stack[base:])
	r.stack = r.stack[:base]
	return content
}

// usualValue is a length that few values exceed. Values are put together in pieces of
// memory for some of them: one for all of a file would be mostly empty, since what
// indents them is left out.
const usualValue = 4 << 10

// write begins a value that has to be put together.
func (r *fastReader) write() (b *strings.Builder, begin int) {
	if rest := len(r.text) - r.at; r.built.Cap()-r.built.Len() < min(rest, usualValue) {
		r.built = strings.Builder{}
		r.built.Grow(min(rest, 8*usualValue))
	}
	return &r.built, r.built.Len()
}

// written returns the value that was begun at begin. The builder never changes
// what it has given out.
func (r *fastReader) written(begin int) string { return r.built.String()[begin:] }
