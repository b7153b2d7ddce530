package source

import (
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Inside returns the position of the character at a byte of a scalar's value: in the text of a plain or quoted
// scalar on one line, or on its line of a literal block. In text whose lines are joined, it is the position in its
// line. It reports false if the text differs from the value: after an escape of more than one character, and for
// the space of a joined line break.
func (d *Document) Inside(n *yamlnode.Node, offset int) (finding.Pos, bool) {
	if n = Resolve(n); n == nil || n.Kind != yamlnode.Scalar || offset < 0 || offset > len(n.Value) {
		return finding.Pos{}, false
	}
	before := n.Value[:offset]
	switch {
	case n.Style&yamlnode.Literal != 0:
		return d.insideLiteral(n, before)
	case n.Style&yamlnode.Folded != 0, strings.Contains(before, "\n"):
		return d.insideLines(n, before)
	}
	at, _ := d.File.Offset(n.Line(), n.Column())
	if line, column := d.File.LineColumn(at); line != n.Line() || column != n.Column() {
		return finding.Pos{}, false // the value is past the end of the line, or of the file
	}
	// A character of the value takes at most two in the text.
	end := min(d.File.lineEnd(at), at+2*len(before)+2*utf8.UTFMax)
	width, ok := written([]rune(string(d.File.Text[at:end])), before)
	if !ok {
		return d.insideLines(n, before)
	}
	return charAt(n.Line(), n.Column()+width), true
}

func charAt(line, column int) finding.Pos {
	return finding.Pos{Line: line, Column: column, EndLine: line, EndColumn: column + 1}
}

// written counts the characters of a quoted or plain scalar up to the end of the first part of its value.
func written(text []rune, value string) (int, bool) {
	if len(text) == 0 {
		return 0, value == ""
	}
	quote := text[0]
	i := 0
	if quote == '"' || quote == '\'' {
		i = 1
	}
	for _, r := range value {
		switch {
		case i >= len(text):
			return 0, false // the scalar continues on the next line
		case quote == '\'' && text[i] == '\'':
			i += 2
		case quote == '"' && text[i] == '\\':
			if i+1 >= len(text) || !strings.ContainsRune(`"\/ntr`, text[i+1]) {
				return 0, false
			}
			i += 2
		case text[i] != r:
			return 0, false
		default:
			i++
		}
	}
	if quote == '"' && i == len(text)-1 && text[i] == '\\' {
		return 0, false // the line is continued
	}
	return i, true
}

func (d *Document) insideLiteral(n *yamlnode.Node, before string) (finding.Pos, bool) {
	lines := strings.Count(before, "\n")
	inLine := before[strings.LastIndexByte(before, '\n')+1:]
	number := n.Line() + 1 + lines
	line := d.File.Line(number)
	text, _, _ := strings.Cut(n.Value[len(before)-len(inLine):], "\n")
	indent := len(line) - len(text)
	if !strings.HasSuffix(line, text) || strings.TrimLeft(line[:indent], " ") != "" {
		return finding.Pos{}, false
	}
	return charAt(number, indent+1+utf8.RuneCountInString(inLine)), true
}
