package cursor

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// A Scalar is the scalar around the cursor.
type Scalar struct {
	Style yamlnode.Style
	// Value is the text of the scalar without quotes, indentation and escapes.
	Value string
	// Offset is the cursor's byte offset in Value.
	Offset int
	// Start and End are the bytes of the scalar in the file, with its quotes.
	Start, End int

	at []int
}

// InFile returns the byte offset in the file of a byte of the value. It is the inverse of Offset.
func (s *Scalar) InFile(offset int) int { return s.at[min(max(offset, 0), len(s.at)-1)] }

// Quoted returns a text as it is written in the scalar.
func (s *Scalar) Quoted(text string) string {
	switch {
	case s.Style&yamlnode.SingleQuoted != 0:
		return strings.ReplaceAll(text, "'", "''")
	case s.Style&yamlnode.DoubleQuoted != 0:
		return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)
	}
	return text
}

// ScalarHere returns the scalar at the cursor. Unlike Scalar, it is not nil after a colon or a dash without a value, and
// before and after a plain scalar: there it has the spaces up to the cursor, as more may be typed behind them.
func (p *Place) ScalarHere() *Scalar {
	if p.Scalar != nil || p.Role != Value && p.Role != Item && p.Role != Nowhere || p.NeedsSpace {
		return p.Scalar
	}
	text := p.values.text
	n := p.values.at(p.object, p.Path)
	if n == nil {
		return scalarAt(text, &node{kind: yamlnode.Scalar, start: p.Offset, end: p.Offset}, p.Offset)
	}
	if n.kind != yamlnode.Scalar || n.style != 0 {
		return nil
	}
	start, end := min(n.start, p.Offset), max(n.end, p.Offset)
	if len(bytes.Trim(text[start:n.start], " ")) > 0 || len(bytes.Trim(text[n.end:end], " ")) > 0 {
		return nil
	}
	return scalarAt(text, &node{kind: yamlnode.Scalar, start: start, end: end}, p.Offset)
}

// scalarAt returns a scalar with the place of an offset of the file in its value.
func scalarAt(text []byte, n *node, offset int) *Scalar {
	d := decoder{text: text, track: true}
	d.scalar(n)
	s := &Scalar{Style: n.style, Value: string(d.value), Start: n.start, End: n.end, at: d.at}
	for s.Offset < len(s.Value) && s.at[s.Offset] < offset {
		s.Offset++
	}
	return s
}

// textOf returns the value of a scalar.
func textOf(text []byte, n *node) string {
	d := decoder{text: text}
	d.scalar(n)
	return string(d.value)
}

// A decoder reads the value of a scalar with the offset of each byte in the file.
type decoder struct {
	text  []byte
	value []byte
	track bool
	// at has the offset in the file of each byte of the value, and of its end.
	at []int
}

func (d *decoder) add(c byte, at int) {
	d.value = append(d.value, c)
	if d.track {
		d.at = append(d.at, at)
	}
}

func (d *decoder) addRange(from, to int) {
	d.value = append(d.value, d.text[from:to]...)
	for i := from; i < to && d.track; i++ {
		d.at = append(d.at, i)
	}
}

func (d *decoder) scalar(n *node) {
	switch {
	case n.isBlockScalar():
		d.block(n)
		return
	case n.style&(yamlnode.DoubleQuoted|yamlnode.SingleQuoted) == 0:
		d.flow(n.start, n.end, 0)
	default:
		end := n.end
		if n.closed {
			end--
		}
		d.flow(n.start+1, max(end, n.start+1), d.text[n.start])
	}
}

// flow reads a plain or quoted scalar, whose lines are joined.
func (d *decoder) flow(at, end int, quote byte) {
	for at < end {
		switch c := d.text[at]; {
		case quote == '\'' && c == '\'':
			d.add(c, at)
			at += 2
		case quote == '"' && c == '\\':
			at = d.escape(at, end)
		case isBreakOrSpace(c):
			at = d.blanks(at, end, quote)
		default:
			d.add(c, at)
			at++
		}
	}
	if d.track {
		d.at = append(d.at, end)
	}
}

// blanks reads white space: it is kept within a line. A line break becomes a space, and each blank line a line break.
func (d *decoder) blanks(at, end int, quote byte) int {
	stop, breaks, first := at, 0, at
	for stop < end && isBreakOrSpace(d.text[stop]) {
		if d.text[stop] == '\n' {
			if breaks++; breaks == 1 {
				first = stop
			}
		}
		stop++
	}
	switch {
	case breaks == 0:
		d.addRange(at, stop)
	case breaks == 1:
		d.add(' ', first)
	default:
		for range breaks - 1 {
			d.add('\n', first)
		}
	}
	return stop
}

// escape reads an escape of a double-quoted scalar.
func (d *decoder) escape(at, end int) int {
	if at+1 >= end {
		d.add('\\', at)
		return at + 1
	}
	c := d.text[at+1]
	next := at + 2
	if c == '\r' && next < end && d.text[next] == '\n' {
		c, next = '\n', next+1
	}
	if c == '\n' {
		return d.joined(at, next, end)
	}
	r := rune(-1)
	if i := bytes.IndexByte([]byte(`0abtnvfre "/\N_LP`+"\t"), c); i >= 0 {
		r = []rune("\x00\a\b\t\n\v\f\r\x1b \"/\\\u0085\u00a0\u2028\u2029\t")[i]
	} else if digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]; digits > 0 && next+digits <= end {
		r, next = hex(d.text[next:next+digits]), next+digits
	}
	if r < 0 {
		d.addRange(at, at+2)
		return at + 2
	}
	for _, b := range utf8.AppendRune(nil, r) {
		d.add(b, at)
	}
	return next
}

// joined skips a line break after a backslash, with the indentation of the next line.
func (d *decoder) joined(at, next, end int) int {
	for next < end && isBreakOrSpace(d.text[next]) {
		if d.text[next] == '\n' {
			d.add('\n', at)
		}
		next++
	}
	return next
}

// hex returns the character of a hexadecimal number; -1 if it is none.
func hex(digits []byte) rune {
	var r rune
	for _, c := range digits {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return r
}

// block reads a literal or folded scalar as yaml.v3 does.
func (d *decoder) block(n *node) {
	folded := n.style&yamlnode.Folded != 0
	at := min(lineFeed(d.text, n.start)+1, len(d.text))
	end := at
	var pending []int // the line breaks of blank lines
	leading, wasIndented := -1, false
	for at < len(d.text) && at < n.end {
		feed := lineFeed(d.text, at)
		stop := feed
		for stop > at && d.text[stop-1] == '\r' {
			stop--
		}
		content := at
		for content < stop && content-at < n.indent && d.text[content] == ' ' {
			content++
		}
		if content == stop {
			pending = append(pending, feed)
			at = feed + 1
			continue
		}
		isIndented := d.text[content] == ' ' || d.text[content] == '\t'
		if folded && leading >= 0 && !wasIndented && !isIndented {
			if len(pending) == 0 {
				d.add(' ', leading)
			}
		} else if leading >= 0 {
			d.add('\n', leading)
		}
		for _, p := range pending {
			d.add('\n', p)
		}
		pending = pending[:0]
		d.addRange(content, stop)
		leading, wasIndented, end = feed, isIndented, stop
		at = feed + 1
	}
	d.chomp(n, leading, at, pending)
	if d.track {
		d.at = append(d.at, end)
		if len(d.value) > 0 && d.value[len(d.value)-1] == '\n' && at <= len(d.text) {
			d.at[len(d.at)-1] = at
		}
	}
}

// chomp adds the line breaks at the end of a block scalar.
func (d *decoder) chomp(n *node, leading, at int, pending []int) {
	if n.chomp == '-' {
		return
	}
	if leading >= 0 && leading < len(d.text) {
		d.add('\n', leading)
	}
	if n.chomp != '+' {
		return
	}
	for _, p := range pending {
		d.add('\n', p)
	}
	for at < len(d.text) {
		feed := lineFeed(d.text, at)
		if feed == len(d.text) || len(bytes.TrimSpace(d.text[at:feed])) > 0 {
			return
		}
		d.add('\n', feed)
		at = feed + 1
	}
}

// lineFeed returns the offset of the next line feed, or the end of the text.
func lineFeed(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}
