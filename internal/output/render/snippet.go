package render

import (
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Lines gives the text of a file line by line.
type Lines interface {
	// Line returns line n, counted from 1, without its line ending. It returns
	// "" for a line that the file does not have.
	Line(n int) string
}

// partLines gives the part of a long line that is around a column, and the column in
// it, since a file may be one line of megabytes.
type partLines interface {
	Near(n, column int) (text string, at int)
}

// cutNear is cut for the line that a range begins in.
func cutNear(lines Lines, pos finding.Pos) snippet {
	parts, ok := lines.(partLines)
	if !ok {
		return cut(lines.Line(pos.Line), pos)
	}
	text, at := parts.Near(pos.Line, pos.Column)
	if pos.EndLine == pos.Line {
		pos.EndColumn += at - pos.Column
	}
	pos.Column = at
	return cut(text, pos)
}

// snippetWidth is the number of cells a shown line may take. It does not follow
// the terminal, so that output is the same everywhere.
const snippetWidth = 100

const ellipsis = "…"

// A snippet is a line as it is shown and the place of the caret under it, in
// cells.
type snippet struct {
	text   string
	indent int
	width  int
}

// cut returns the part of a line around the range of pos that begins in it.
// Lines may be megabytes long (JSON is often written on one), so only the part
// that is shown is looked at rune by rune.
func cut(line string, pos finding.Pos) snippet {
	from := offset(line, pos.Column)
	to := len(line)
	if pos.EndLine == pos.Line {
		to = from + offset(line[from:], pos.EndColumn-pos.Column+1)
	} else if pos.EndLine == 0 {
		to = from
	}
	// The range of a value that goes on to further lines is not underlined to
	// the blanks at the end of its first.
	if trimmed := strings.TrimRight(line[from:to], " \t\r"); trimmed != "" {
		to = from + len(trimmed)
	}

	// Half the width is for the range, the rest for what stands around it.
	marked, markedEnd := leading(line[from:to], snippetWidth/2)
	room := snippetWidth - marked
	after, _ := leading(line[from+markedEnd:], room)
	before, _ := trailing(line[:from], room)
	if before+after > room {
		after = min(after, max(room/3, room-before))
		before = min(before, room-after)
	}

	var s snippet
	s.width = max(marked, 1)
	s.indent, before = trailing(line[:from], before)
	start := from - before
	_, afterEnd := leading(line[from+markedEnd:], after)
	end := from + markedEnd + afterEnd

	var b strings.Builder
	if start > 0 {
		b.WriteString(ellipsis)
		s.indent++
	}
	for rest := line[start:end]; rest != ""; {
		_, n := utf8.DecodeRuneInString(rest)
		b.WriteString(show(rest[:n]).text)
		rest = rest[n:]
	}
	if end < len(line) {
		b.WriteString(ellipsis)
	}
	s.text = b.String()
	return s
}

// offset returns where the character in a 1-based column begins, or the end of
// the line for a column behind it.
func offset(line string, column int) int {
	at := 0
	for ; column > 1 && at < len(line); column-- {
		_, n := utf8.DecodeRuneInString(line[at:])
		at += n
	}
	return at
}

// leading measures the characters at the start of s that fit in most cells. It
// returns the cells and the bytes they take.
func leading(s string, most int) (cells, length int) {
	for length < len(s) {
		_, n := utf8.DecodeRuneInString(s[length:])
		g := show(s[length : length+n])
		if cells+g.cells > most {
			break
		}
		cells, length = cells+g.cells, length+n
	}
	return cells, length
}

// trailing is leading from the end of s.
func trailing(s string, most int) (cells, length int) {
	for length < len(s) {
		rest := s[:len(s)-length]
		_, n := utf8.DecodeLastRuneInString(rest)
		g := show(rest[len(rest)-n:])
		if cells+g.cells > most {
			break
		}
		cells, length = cells+g.cells, length+n
	}
	return cells, length
}
