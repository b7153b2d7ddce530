// Package lines converts places in a text: byte offsets, the lines and characters of reports, and the positions of the
// Language Server Protocol in UTF-8 or UTF-16.
package lines

import (
	"sort"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
)

// An Encoding is the unit in which positions count characters.
type Encoding bool

// The encodings that LSP has for positions, without UTF-32, which no editor needs.
const (
	UTF16 Encoding = false
	UTF8  Encoding = true
)

// Lines finds the lines of a text.
type Lines struct {
	Text   []byte
	starts []int // offset of each line
}

// Of returns the lines of a text. A line ends with \n, \r\n or \r, as the protocol defines.
func Of(text []byte) *Lines {
	l := &Lines{Text: text, starts: []int{0}}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			l.starts = append(l.starts, i+1)
		case '\n':
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// Len returns the number of lines; the last one may be empty.
func (l *Lines) Len() int { return len(l.starts) }

// Line returns the text of a line from 0 without its end, and its offset. Beyond the text it is the empty end.
func (l *Lines) Line(n int) (text []byte, start int) {
	if n < 0 || n >= len(l.starts) {
		return nil, len(l.Text)
	}
	start = l.starts[n]
	end := len(l.Text)
	if n+1 < len(l.starts) {
		end = l.starts[n+1]
	}
	for end > start && (l.Text[end-1] == '\n' || l.Text[end-1] == '\r') {
		end--
	}
	return l.Text[start:end], start
}

// LineOf returns the line of an offset, from 0.
func (l *Lines) LineOf(offset int) int {
	return sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset }) - 1
}

// Offset returns the offset of a position. A position behind the end of its line is that end, as the protocol
// defines, and one within a character is its start.
func (l *Lines) Offset(p protocol.Position, in Encoding) int {
	line, start := l.Line(int(min(p.Line, 1<<31-1)))
	at, units := 0, 0
	for at < len(line) {
		r, size := utf8.DecodeRune(line[at:])
		units += unitsOf(r, size, in)
		if units > int(p.Character) {
			break
		}
		at += size
	}
	return start + at
}

// Position returns the position of an offset.
func (l *Lines) Position(offset int, in Encoding) protocol.Position {
	offset = max(0, min(offset, len(l.Text)))
	n := l.LineOf(offset)
	line, start := l.Line(n)
	return protocol.Position{Line: uint32(n), Character: uint32(unitsIn(line[:min(offset-start, len(line))], in))}
}

// Range returns the range of the bytes from start up to end.
func (l *Lines) Range(start, end int, in Encoding) protocol.Range {
	return protocol.Range{Start: l.Position(start, in), End: l.Position(end, in)}
}

// Character returns the offset of a place as reports have it: a line and a character of it, both from 1.
func (l *Lines) Character(line, column int) int {
	text, start := l.Line(line - 1)
	at := 0
	for ; column > 1 && at < len(text); column-- {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return start + at
}

func unitsIn(text []byte, in Encoding) int {
	if in == UTF8 {
		return len(text)
	}
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		n += unitsOf(r, size, in)
		text = text[size:]
	}
	return n
}

func unitsOf(r rune, size int, in Encoding) int {
	switch {
	case in == UTF8:
		return size
	case r > 0xFFFF:
		return 2
	}
	return 1
}
