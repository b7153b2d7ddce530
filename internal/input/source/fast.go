package source

import (
	"strings"
	"unsafe"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// A fastReader reads the usual forms of YAML into the nodes that yaml.v3's nodes would become. It gives up on
// other forms, which yaml.v3 then reads. It exists because yaml.v3 reads some 40 MB/s of CRDs, which was three
// quarters of the time of a lint; fastReader reads 400 MB/s.
//
// It gives up on a document with tabs, carriage returns or other special characters of YAML (see cleanText); tags,
// anchors, aliases and merge keys; keys that are not a scalar on one line; comments in brackets; a root that is
// not a block mapping at the start of the line; values and keys that JSON cannot hold; and text that may not be
// valid YAML: errors always come from yaml.v3 and kubectl's library.
//
// A document that it accepts has no braces of a template that YAML reads as a mapping, and no problem that an
// inspection finds, so nothing inspects it.
//
// The nodes are compared with yaml.v3's on the corpus, the recorded cases and by FuzzFastPath.
//
// It reads each character at most a few times, for all inputs.
type fastReader struct {
	text string // the document
	at   int
	line int // the line of at in the file
	// start is the offset of the line, and wide the number of bytes minus the number of characters from there to at.
	start, wide int
	ascii       bool

	// Results of nextLine.
	indent    int  // of the next line with content, -1 at the end of the text
	blanks    int  // lines before it
	commented bool // whether one of them was a comment

	stack []*yamlnode.Node // the content of all open collections
	built strings.Builder  // values that differ from their text, such as folded ones

	// nodes and contents are the rest of the last allocations, for the next nodes and collections of this and the next
	// documents: nodes that are visited together are near in memory.
	nodes    []yamlnode.Node
	contents []*yamlnode.Node
}

// read returns the root of a chunk; nil if it gives up.
func (r *fastReader) read(c *chunk) *yamlnode.Node {
	ok, ascii := cleanText(c.text)
	if !ok {
		return nil
	}
	// The text of a file does not change, so values can share it.
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

// passed moves to end, after a token that is not the last on its line.
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

// content removes the nodes after the first base ones from the stack and returns them.
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

// usualValue is a length that few values exceed. Each allocation of the builder has room for several values. One
// allocation for all of a file would be mostly empty, because values omit the indentation.
const usualValue = 4 << 10

// write begins a value that is built from parts.
func (r *fastReader) write() (b *strings.Builder, begin int) {
	if rest := len(r.text) - r.at; r.built.Cap()-r.built.Len() < min(rest, usualValue) {
		r.built = strings.Builder{}
		r.built.Grow(min(rest, 8*usualValue))
	}
	return &r.built, r.built.Len()
}

// written returns the value that begins at begin. The builder never changes values that it returned.
func (r *fastReader) written(begin int) string { return r.built.String()[begin:] }
