package decorate

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// A scalarMap has the place in a file of each byte of a scalar's value.
type scalarMap struct {
	// start is the offset of the text of each byte of the value, end the offset behind it. An escape is the text of the
	// character that it means. The text of a joined line break is the break with the white space around it.
	start, end []int
}

// mapScalar maps a scalar to its text. It returns nil for a scalar with an anchor or a tag, and for a text that does
// not lead to the value.
func mapScalar(f *source.File, n *yamlnode.Node) *scalarMap {
	at, ok := f.Offset(n.Line(), n.Column())
	if !ok || n.Kind != yamlnode.Scalar || n.Anchor() != "" || n.Style&yamlnode.Tagged != 0 {
		return nil
	}
	w := &scalarWalk{text: f.Text, value: n.Value, at: at, style: n.Style}
	w.start, w.end = make([]int, 0, len(n.Value)), make([]int, 0, len(n.Value))
	switch {
	case n.Style&(yamlnode.Literal|yamlnode.Folded) != 0:
		ok = w.block()
	case n.Style&(yamlnode.DoubleQuoted|yamlnode.SingleQuoted) != 0:
		w.at++
		ok = w.flow()
	default:
		ok = w.flow()
	}
	if !ok || len(w.start) != len(n.Value) {
		return nil
	}
	return &w.scalarMap
}

// scalarWalk goes through a text and the value that it has, side by side.
type scalarWalk struct {
	scalarMap
	text  []byte
	value string
	at    int
	style yamlnode.Style
}

// put maps the next n bytes of the value to the text from at up to end.
func (w *scalarWalk) put(n, end int) bool {
	if len(w.start)+n > len(w.value) || end > len(w.text) {
		return false
	}
	for range n {
		w.start, w.end = append(w.start, w.at), append(w.end, end)
	}
	w.at = end
	return true
}

// flow maps a plain or quoted scalar. A line break is a space, and each blank line a line break.
func (w *scalarWalk) flow() bool {
	for len(w.start) < len(w.value) {
		if w.at >= len(w.text) {
			return false
		}
		c := w.text[w.at]
		ok := true
		switch {
		case c == '\\' && w.style&yamlnode.DoubleQuoted != 0:
			ok = w.escape()
		case c == '\'' && w.style&yamlnode.SingleQuoted != 0:
			ok = w.put(1, w.at+2)
		case isBlank(c):
			run := w.blanks(w.at)
			breaks := strings.Count(string(w.text[w.at:run]), "\n")
			switch {
			case breaks == 0:
				ok = w.put(1, w.at+1)
			case breaks == 1:
				ok = w.put(1, run)
			default:
				ok = w.put(breaks-1, run)
			}
		case c != w.value[len(w.start)]:
			return false
		default:
			ok = w.put(1, w.at+1)
		}
		if !ok {
			return false
		}
	}
	return true
}

// escape maps an escape of a double-quoted scalar.
func (w *scalarWalk) escape() bool {
	if w.at+1 >= len(w.text) {
		return false
	}
	size := 2
	switch w.text[w.at+1] {
	case 'x':
		size = 4
	case 'u':
		size = 6
	case 'U':
		size = 10
	case '\n', '\r':
		w.at = w.blanks(w.at + 1) // the line is continued
		return true
	}
	char := w.value[len(w.start):]
	width := 1
	for width < len(char) && char[width]&0xC0 == 0x80 {
		width++
	}
	return w.put(width, w.at+size)
}

// block maps the lines of a literal or folded scalar. White space at line breaks is mapped as a whole.
func (w *scalarWalk) block() bool {
	for w.at < len(w.text) && w.text[w.at] != '\n' {
		w.at++
	}
	w.at = w.blanksOfLines()
	for len(w.start) < len(w.value) {
		if strings.Trim(w.value[len(w.start):], "\n") == "" { // the breaks at the end
			return w.put(len(w.value)-len(w.start), w.at)
		}
		if w.at >= len(w.text) {
			return false
		}
		c := w.value[len(w.start)]
		if c != '\n' && w.text[w.at] == c {
			w.put(1, w.at+1)
			continue
		}
		run := w.blanks(w.at)
		blank := len(w.value[len(w.start):]) - len(strings.TrimLeft(w.value[len(w.start):], " \t\n"))
		if blank == 0 || run == w.at || !w.put(blank, run) {
			return false
		}
	}
	return true
}

// blanksOfLines returns the offset of the first character of the value, behind blank lines and indentation.
func (w *scalarWalk) blanksOfLines() int {
	blank := len(w.value) - len(strings.TrimLeft(w.value, " \t\n"))
	run := w.blanks(w.at)
	if blank > 0 {
		w.put(blank, run)
	}
	return run
}

// blanks returns the end of the white space from an offset on.
func (w *scalarWalk) blanks(at int) int {
	for at < len(w.text) && isBlank(w.text[at]) {
		at++
	}
	return at
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
