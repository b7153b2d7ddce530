package cursor

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// plainEnd returns the end of a plain scalar's text on one line.
func (r *reader) plainEnd(at, end int, inFlow bool) int {
	for i := at; i < end; i++ {
		c := r.text[i]
		if c == '#' && i > at && isSpace(r.text[i-1]) {
			end = i
			break
		}
		if inFlow && (c == ',' || c == ']' || c == '}' || c == '[' || c == '{' ||
			c == ':' && (i+1 >= end || isBreakOrSpace(r.text[i+1]) || bytes.IndexByte([]byte(",[]{}"), r.text[i+1]) >= 0)) {
			end = i
			break
		}
	}
	for end > at && isSpace(r.text[end-1]) {
		end--
	}
	return end
}

// plain reads a plain scalar. It goes on on lines that are indented by more than column, unless they have a key.
func (r *reader) plain(at, column int) *node {
	full := r.lineEnd(at)
	n := r.node(node{kind: yamlnode.Scalar, start: at, end: r.plainEnd(at, full, false), outer: column})
	for hasComment := r.hasComment(n.end, full); !hasComment; hasComment = r.hasComment(n.end, full) {
		next := r.nextLine(n.end)
		for next < r.end && len(bytes.TrimSpace(r.text[next:r.lineEnd(next)])) == 0 {
			if r.nextLine(next) == next {
				break
			}
			next = r.nextLine(next)
		}
		content := next
		for content < r.end && isSpace(r.text[content]) {
			content++
		}
		if content >= r.end || r.text[content] == '\n' || content-next <= column || r.text[content] == '#' || r.hasKey(content) {
			return n
		}
		full = r.lineEnd(content)
		n.end = r.plainEnd(content, full, false)
	}
	return n
}

func (r *reader) hasComment(at, end int) bool {
	rest := bytes.TrimLeft(r.text[at:end], " \t\r")
	return len(rest) > 0 && rest[0] == '#'
}

// quoted reads a quoted scalar. Without a closing quote it ends with its line.
func (r *reader) quoted(at, column int) *node {
	n := r.node(node{kind: yamlnode.Scalar, style: yamlnode.DoubleQuoted, start: at, outer: column})
	if r.text[at] == '\'' {
		n.style = yamlnode.SingleQuoted
	}
	lineEnd := r.lineEnd(at)
	if end := closingQuote(r.text[:lineEnd], at); end >= 0 {
		n.end, n.closed = end, true
		return n
	}
	n.end = lineEnd
	for n.end > at+1 && isSpace(r.text[n.end-1]) {
		n.end--
	}
	if r.json {
		n.end = max(at+1, trimmedComma(r.text, n.end))
		return n
	}
	// The quote closes on a line below, and nothing but a comment, a comma or a bracket follows it.
	end := closingQuote(r.text[:r.end], at)
	if end < 0 || !r.isIndented(at, end, column) {
		return n
	}
	switch rest := bytes.TrimLeft(r.text[end:r.lineEnd(end)], " \t\r"); {
	case len(rest) == 0, bytes.IndexByte([]byte("#,]}:"), rest[0]) >= 0:
		n.end, n.closed = end, true
	}
	return n
}

// trimmedComma returns the end of a text without a comma at its end.
func trimmedComma(text []byte, end int) int {
	if end > 0 && text[end-1] == ',' {
		return end - 1
	}
	return end
}

// isIndented reports whether the lines after an offset are blank, indented by more than column, or without a key or a
// dash, up to another offset. YAML's libraries accept text of a quoted scalar in any column.
func (r *reader) isIndented(at, end, column int) bool {
	for next := r.nextLine(at); next < end; next = r.nextLine(next) {
		content := next
		for content < end && isSpace(r.text[content]) {
			content++
		}
		if content < end && r.text[content] != '\n' && content-next <= column && (r.isDash(content) || r.hasWordWithColon(content)) {
			return false
		}
	}
	return true
}

// hasWordWithColon reports whether a key of one word is at an offset. Text of a sentence may have a colon, too.
func (r *reader) hasWordWithColon(at int) bool {
	key := r.key(at)
	return key.colon >= 0 && bytes.IndexByte(r.text[at:key.colon], ' ') < 0
}

// closingQuote returns the offset after the closing quote of a scalar; -1 if there is none.
func closingQuote(text []byte, at int) int {
	quote := text[at]
	for i := at + 1; i < len(text); i++ {
		switch {
		case quote == '"' && text[i] == '\\':
			i++
		case text[i] != quote:
		case quote == '\'' && i+1 < len(text) && text[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return -1
}

// isHeader reports whether the rest of a line is the header of a block scalar.
func (r *reader) isHeader(at int) bool {
	rest := bytes.TrimLeft(r.text[at+1:r.lineEnd(at)], "+-0123456789")
	return len(rest) == 0 || isSpace(rest[0]) && (len(bytes.TrimSpace(rest)) == 0 || bytes.TrimSpace(rest)[0] == '#')
}

// blockScalar reads a literal or folded scalar: the lines that are indented by more than column.
func (r *reader) blockScalar(at, column int) *node {
	n := r.node(node{kind: yamlnode.Scalar, style: yamlnode.Literal, start: at, indent: -1, outer: column, closed: true})
	if r.text[at] == '>' {
		n.style = yamlnode.Folded
	}
	i := at + 1
	for ; i < r.end && bytes.IndexByte([]byte("+-0123456789"), r.text[i]) >= 0; i++ {
		if c := r.text[i]; c == '+' || c == '-' {
			n.chomp = c
		} else if c != '0' {
			n.indent = max(column, 0) + int(c-'0')
		}
	}
	n.end = i
	next := r.nextLine(at)
	for next < r.end {
		content := next
		for content < r.end && r.text[content] == ' ' {
			content++
		}
		blank := len(bytes.TrimSpace(r.text[content:r.lineEnd(content)])) == 0
		if in := content - next; !blank && (in <= column || n.indent >= 0 && in < n.indent) {
			break
		}
		if !blank {
			if n.indent < 0 {
				n.indent = content - next
			}
			n.end = r.lineEnd(content)
		}
		next = r.nextLine(content)
	}
	r.pos = next
	return n
}
