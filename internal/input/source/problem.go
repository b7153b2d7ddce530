package source

import (
	"bytes"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/text/finding"
)

func (f *File) report(c finding.Code, severity finding.Severity, pos finding.Pos, message string) {
	f.Problems = append(f.Problems, finding.Finding{Code: c, Severity: severity, Pos: pos, Message: message})
}

// linePos returns the range of a line's text without its indentation.
func (f *File) linePos(n int) finding.Pos {
	n = max(1, min(n, f.Lines()))
	line := f.line(n)
	text := bytes.TrimSpace(line)
	column := 1
	if len(text) > 0 {
		column += utf8.RuneCount(line[:bytes.Index(line, text)])
	}
	return finding.Pos{Line: n, Column: column, EndLine: n, EndColumn: column + utf8.RuneCount(text)}
}

// charPos returns the range of the character at an offset. The range of a line break is empty, at the end of its
// line.
func (f *File) charPos(offset int) finding.Pos {
	if offset >= len(f.Text) {
		// The position of the end of the text is the end of its last line.
		n := f.Lines()
		p := f.linePos(n)
		p.Column = p.EndColumn
		return p
	}
	line, column := f.LineColumn(offset)
	if c := f.Text[offset]; c == '\n' || c == '\r' {
		return finding.Pos{Line: line, Column: column, EndLine: line, EndColumn: column}
	}
	return finding.Pos{Line: line, Column: column, EndLine: line, EndColumn: column + 1}
}
