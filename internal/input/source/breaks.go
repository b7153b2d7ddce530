package source

import (
	"bytes"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// breaks translates positions in a chunk that has U+0085, U+2028 or U+2029,
// where YAML ends lines and editors, and so File.Line, do not; or that does not
// begin with a line.
type breaks struct {
	file   *File
	starts []int // offset in the file of every line that YAML sees in the chunk
	// last is the place that was asked for last, in the chunk and in the file: the next
	// one is mostly behind it, and lines may be long.
	last struct{ line, column, at int }
}

// oddBreaks returns nil for a chunk whose lines are those of the file.
func (f *File) oddBreaks(c *chunk) *breaks {
	if f.beginsLine(c) && !hasOddBreak(c.text) {
		return nil
	}
	b := &breaks{file: f, starts: []int{c.offset}}
	for i := 0; i < len(c.text); {
		char, size := utf8.DecodeRune(c.text[i:])
		i += size
		switch char {
		case '\r':
			if i < len(c.text) && c.text[i] == '\n' {
				continue
			}
		case '\n', 0x85, 0x2028, 0x2029:
		default:
			continue
		}
		b.starts = append(b.starts, c.offset+i)
	}
	return b
}

// beginsLine reports whether a chunk begins with a line of the file.
func (f *File) beginsLine(c *chunk) bool { return c.offset == 0 || f.Text[c.offset-1] == '\n' }

func hasOddBreak(text []byte) bool {
	return bytes.IndexByte(text, 0xc2) >= 0 && bytes.Contains(text, []byte("\u0085")) ||
		bytes.IndexByte(text, 0xe2) >= 0 && (bytes.Contains(text, []byte("\u2028")) || bytes.Contains(text, []byte("\u2029")))
}

// line returns the line of the file in which a line of the chunk begins.
func (b *breaks) line(n int) int {
	line, _ := b.file.LineColumn(b.starts[max(0, min(n, len(b.starts))-1)])
	return line
}

// move sets a node's position, which is one in the chunk, to that in the file.
func (b *breaks) move(n *yamlnode.Node) {
	if n.Line() < 1 || n.Line() > len(b.starts) {
		return
	}
	at, column := b.starts[n.Line()-1], 1
	if n.Line() == b.last.line && n.Column() >= b.last.column {
		at, column = b.last.at, b.last.column
	}
	for ; column < n.Column() && at < len(b.file.Text); column++ {
		_, size := utf8.DecodeRune(b.file.Text[at:])
		at += size
	}
	b.last.line, b.last.column, b.last.at = n.Line(), column, at
	n.Place(b.file.LineColumn(at))
}
