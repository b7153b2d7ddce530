package source

import (
	"bytes"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// breaks translates positions in a chunk to positions in the file. It is needed for a chunk that does not begin at
// the start of a line, or that has U+0085, U+2028 or U+2029: these end lines in YAML, but not in editors and in
// File.Line.
type breaks struct {
	file   *File
	starts []int // offset in the file of each line of the chunk, as YAML counts lines
	// last is the last position that was translated, in the chunk and in the file. The next position usually follows
	// it, and lines may be long.
	last struct{ line, column, at int }
}

// oddBreaks returns nil for a chunk that needs no translation of positions.
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

// beginsLine reports whether a chunk begins at the start of a line of the file.
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

// move changes a node's position from one in the chunk to one in the file.
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
