package source

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// insideLines is Inside for a scalar whose lines YAML joins: a folded block, or a plain or quoted scalar of several lines.
func (d *Document) insideLines(n *yamlnode.Node, before string) (finding.Pos, bool) {
	w := lineWalk{file: d.File, number: n.Line(), block: n.Style&yamlnode.Folded != 0}
	if w.block {
		w.broken = w.next() > 0 // blank lines at the start are line breaks of the value
		w.indent = indentOf(w.line)
		w.column = w.indent
	} else {
		w.line = w.text(w.number)
		w.column = n.Column() - 1
		if w.column >= len(w.line) {
			return finding.Pos{}, false
		}
		if q := w.line[w.column]; q == '"' || q == '\'' {
			w.quote = q
			w.column++
		}
	}
	for _, r := range before {
		if !w.step(r) {
			return finding.Pos{}, false
		}
	}
	if rest := w.line[min(w.column, len(w.line)):]; len(rest) == 0 || w.quote == '"' && len(rest) == 1 && rest[0] == '\\' {
		return finding.Pos{}, false // the character is a line break
	}
	return charAt(w.number, w.column+1), true
}

// A lineWalk is a position in the text of a scalar of several lines.
type lineWalk struct {
	file   *File
	number int
	line   []rune
	column int
	// block is set for a folded block, whose lines begin after indent; quote is the quote of a quoted scalar.
	block  bool
	indent int
	quote  rune
	broken bool // the last step was a line break
}

// text returns a line. White space at its end is no part of a plain or quoted scalar.
func (w *lineWalk) text(number int) []rune {
	line := w.file.Line(number)
	if !w.block {
		line = strings.TrimRight(line, " \t")
	}
	return []rune(line)
}

// next moves to the start of the next line that is not blank, and returns the number of blank lines before it.
func (w *lineWalk) next() (blank int) {
	for {
		w.number++
		w.line = w.text(w.number)
		if strings.TrimSpace(string(w.line)) != "" || w.number > w.file.Lines() {
			break
		}
		blank++
	}
	if w.column = w.indent; !w.block {
		w.column = indentOf(w.line)
	}
	return blank
}

// step moves over a character of the value. It reports false if the text has another character.
func (w *lineWalk) step(r rune) bool {
	if w.broken && r == '\n' {
		return true // one of several blank lines
	}
	w.broken = false
	if w.column >= len(w.line) {
		blank := w.next()
		w.broken = r == '\n'
		return w.broken || r == ' ' && blank == 0
	}
	c := w.line[w.column]
	switch {
	case w.quote == '\'' && c == '\'':
		w.column += 2
		return r == '\''
	case w.quote == '"' && c == '\\':
		if w.column+1 >= len(w.line) || !strings.ContainsRune(`"\/`, w.line[w.column+1]) {
			return false
		}
		c = w.line[w.column+1]
		w.column += 2
		return r == c
	}
	w.column++
	return r == c
}

func indentOf(line []rune) int {
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return n
}
