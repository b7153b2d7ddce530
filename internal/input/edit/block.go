package edit

import (
	"bytes"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// linesOf returns the lines of entry i of a block collection.
func (p *planner) linesOf(in *spot, i int) (l Lines, ok bool) {
	if l.Token, ok = p.token(in.node, i); !ok {
		return l, false
	}
	line := p.lineStart(l.Token)
	before := string(p.text[line:l.Token])
	if strings.Trim(before, " -") != "" {
		return l, false
	}
	l.Column, l.Shared = len(before), strings.Contains(before, "-")
	value := last(in.node, i)
	l.End = p.endOfLines(max(l.Token, p.leafEnd(value)), l.Column, p.level(in.node, value, l.Column))
	l.Start = line
	if !l.Shared && (in.above != nil || i > 0) {
		l.Start = p.commentsAbove(line, l.Column)
	}
	return l, true
}

// token returns the offset of a key, or of the dash of an item.
func (p *planner) token(in *yamlnode.Node, i int) (int, bool) {
	at, ok := p.start(first(in, i))
	if !ok || in.Kind == yamlnode.Mapping {
		return at, ok
	}
	at = len(bytes.TrimRight(p.text[:at], " \r\n")) - 1
	return at, at >= 0 && p.text[at] == '-'
}

// level reports whether the value of an entry is a sequence whose dashes have the indentation of the key.
func (p *planner) level(in, value *yamlnode.Node, column int) bool {
	if in.Kind != yamlnode.Mapping || value.Kind != yamlnode.Sequence || isFlow(value) || len(value.Content) == 0 {
		return false
	}
	dash, ok := p.token(value, 0)
	return ok && dash-p.lineStart(dash) == column
}

// leafEnd returns the end of the last value in a node if the value is in quotes or brackets, because it may
// continue on lines of any indentation. For other values it returns the start.
func (p *planner) leafEnd(n *yamlnode.Node) int {
	for !isFlow(n) && len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	start, end, ok := p.span(n)
	if ok {
		return end
	}
	return start
}

// endOfLines returns the start of the first line after at that does not belong to the entry. Lines that are
// indented more than column belong to it, and, with level, items at column. Comments belong to it if they are
// indented more, or if more of it follows; blank lines if more of it follows.
func (p *planner) endOfLines(at, column int, level bool) int {
	at += lineLength(p.text[at:])
	end := at
	for at < len(p.text) {
		line := p.text[at : at+lineLength(p.text[at:])]
		at += len(line)
		content := bytes.TrimLeft(line, " ")
		indent := len(line) - len(content)
		content = bytes.TrimRight(content, " \t\r\n")
		switch {
		case len(content) == 0:
		case content[0] == '#' && indent <= column:
		case indent > column, level && indent == column && (content[0] == '-' && (len(content) == 1 || content[1] == ' ')):
			end = at
		default:
			return end
		}
	}
	return end
}

// commentsAbove returns the start of the comments directly above a line, at its indentation.
func (p *planner) commentsAbove(line, column int) int {
	for line > 0 {
		above := p.lineStart(line - 1)
		content := bytes.TrimLeft(p.text[above:line], " ")
		if len(content) == 0 || content[0] != '#' || line-above-len(content) != column {
			break
		}
		line = above
	}
	return line
}

// replaceLines replaces a scalar on several lines: a block scalar, or a folded plain one. It makes no change if
// that removes a comment.
func (p *planner) replaceLines(s *spot, value any) ([]Edit, bool) {
	n := s.node
	if n.Kind != yamlnode.Scalar || n.Value == "" || n.Style&yamlnode.Tagged != 0 || n.Anchor() != "" {
		return nil, false
	}
	if text, ok := value.(string); ok {
		if edits, ok := p.rewriteLines(n, text); ok {
			return edits, true
		}
	}
	l, ok := p.linesOf(s.above, s.at)
	if !ok {
		return nil, false
	}
	start, ok := p.start(n)
	end := l.End
	for end > start && blankLine(p.text[end-1:end]) {
		end--
	}
	if !ok || start >= end {
		return nil, false
	}
	commented := p.text[start:end]
	if n.Style&(yamlnode.Literal|yamlnode.Folded) != 0 {
		commented = commented[:lineLength(commented)] // a comment below it is text of the block
	}
	text, ok := scalarText(value, 0, false)
	return []Edit{{start, end, text}}, ok && bytes.IndexByte(commented, '#') < 0
}

// rewriteLines edits the changed lines of a literal block scalar if the number of lines stays the same.
func (p *planner) rewriteLines(n *yamlnode.Node, text string) ([]Edit, bool) {
	old, now := strings.Split(n.Value, "\n"), strings.Split(text, "\n")
	if n.Style&yamlnode.Literal == 0 || len(old) != len(now) {
		return nil, false
	}
	var edits []Edit
	for i, at := 0, 0; i < len(old); i++ {
		if old[i] != now[i] {
			pos, ok := p.doc.Inside(n, at)
			if !ok {
				return nil, false
			}
			start, ok := p.doc.File.Offset(pos.Line, pos.Column)
			if !ok || !bytes.HasPrefix(p.text[start:], []byte(old[i])) {
				return nil, false
			}
			edits = append(edits, Edit{start, start + len(old[i]), now[i]})
		}
		at += len(old[i]) + 1
	}
	return edits, len(edits) > 0
}

// removeBlock removes an entry that is not the only one.
func (p *planner) removeBlock(s *spot) ([]Edit, bool) {
	l, ok := p.linesOf(s.above, s.at)
	if !ok {
		return nil, false
	}
	if l.Shared {
		// The next entry moves up to the dash.
		end := l.End + len(p.text[l.End:]) - len(bytes.TrimLeft(p.text[l.End:], " \r\n"))
		return []Edit{{Start: l.Token, End: end}}, true
	}
	return []Edit{p.cut(l.Start, l.End, s.at > 0 && endsInText(last(s.above.node, s.at-1)))}, true
}

// endsInText reports whether the last value in a node is a block scalar, which may include the blank lines after
// it.
func endsInText(n *yamlnode.Node) bool {
	for !isFlow(n) && len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n.Style&(yamlnode.Literal|yamlnode.Folded) != 0
}

// cut removes lines. Blank lines around them become one, unless the lines above may be text. A file without a
// final line break stays without one.
func (p *planner) cut(start, end int, textAbove bool) Edit {
	if end == len(p.text) && !bytes.HasSuffix(p.text, []byte("\n")) {
		return Edit{Start: p.beforeBreak(start), End: end}
	}
	if !textAbove && blankLine(p.text[end:end+lineLength(p.text[end:])]) {
		for start > 0 && blankLine(p.text[p.lineStart(start-1):start]) {
			start = p.lineStart(start - 1)
		}
	}
	return Edit{Start: start, End: end}
}

// blankLine reports whether a line is blank; the end of the text is blank, too.
func blankLine(line []byte) bool { return len(bytes.Trim(line, " \t\r\n")) == 0 }

// beforeBreak returns the offset of the line break before the start of a line.
func (p *planner) beforeBreak(line int) int {
	if line > 0 && p.text[line-1] == '\n' {
		line--
		if line > 0 && p.text[line-1] == '\r' {
			line--
		}
	}
	return line
}

// emptyBlock removes the only entry of a block collection and leaves an empty collection in flow style.
func (p *planner) emptyBlock(s *spot) ([]Edit, bool) {
	l, ok := p.linesOf(s.above, s.at)
	if !ok {
		return nil, false
	}
	in := s.above
	if in.node.Anchor() != "" || in.node.Style&yamlnode.Tagged != 0 {
		return nil, false
	}
	empty := "{}"
	if in.node.Kind == yamlnode.Sequence {
		empty = "[]"
	}
	switch {
	case l.Shared || in.above == nil:
		return []Edit{{l.Token, p.beforeBreak(l.End), empty}}, true
	case in.key != nil:
		_, end, ok := p.span(in.key)
		if !ok {
			return nil, false
		}
		colon := end + len(p.text[end:]) - len(bytes.TrimLeft(p.text[end:], " "))
		if colon >= len(p.text) || p.text[colon] != ':' {
			return nil, false
		}
		return []Edit{{colon + 1, colon + 1, " " + empty}, p.cut(l.Start, l.End, false)}, true
	}
	dash, ok := p.token(in.above.node, in.at)
	return []Edit{{dash + 1, dash + 1, " " + empty}, p.cut(l.Start, l.End, false)}, ok
}

// addBlock adds a key on a line of its own.
func (p *planner) addBlock(into *spot, name string, value any) ([]Edit, bool) {
	count := entries(into.node)
	at := p.place(into.node, name)
	l, ok := p.linesOf(into, min(at, count-1))
	if !ok {
		return nil, false
	}
	eol := p.lineBreak(l.Token)
	indent := strings.Repeat(" ", l.Column)
	text, ok := p.blockPair(into, name, value, indent, eol)
	if !ok {
		return nil, false
	}
	switch {
	case at < count && l.Shared:
		return []Edit{{l.Token, l.Token, text + eol + indent}}, true
	case at < count:
		return []Edit{{l.Start, l.Start, indent + text + eol}}, true
	case l.End == len(p.text) && !bytes.HasSuffix(p.text, []byte("\n")):
		return []Edit{{l.End, l.End, eol + indent + text}}, true
	}
	return []Edit{{l.End, l.End, indent + text + eol}}, true
}

// blockPair returns a key with its value, without the indentation of the first line and without the last line
// break.
func (p *planner) blockPair(into *spot, name string, value any, indent, eol string) (string, bool) {
	quote := into.node.Content[0].Style & (yamlnode.DoubleQuoted | yamlnode.SingleQuoted)
	key, ok := stringText(name, quote, false)
	if !ok {
		return "", false
	}
	if isCollection(value) {
		if _, isList := value.([]any); isList {
			indent += strings.Repeat(" ", p.listStyle(into).indent)
		} else {
			indent += "  "
		}
		text, ok := blockCollection(value, indent, eol)
		return key + ":" + text, ok
	}
	list, isList := value.([]string)
	if !isList {
		text, ok := scalarText(value, quote, false)
		return key + ": " + text, ok
	}
	items := make([]string, len(list))
	for i, s := range list {
		if items[i], ok = stringText(s, quote, false); !ok {
			return "", false
		}
	}
	like := p.listStyle(into)
	if like.flow || len(items) == 0 {
		return key + ": [" + strings.Join(items, ", ") + "]", true
	}
	dash := eol + indent + strings.Repeat(" ", like.indent) + "- "
	return key + ":" + dash + strings.Join(items, dash), true
}

// listStyle is the style of a list.
type listStyle struct {
	flow   bool
	indent int // of the dashes, relative to the key
}

// listStyle returns the style of the nearest list of scalars, from the mapping outwards; without one, that of any
// list.
func (p *planner) listStyle(at *spot) listStyle {
	for ; at != nil; at = at.above {
		if s, ok := p.styleIn(at.node, true); ok {
			return s
		}
	}
	s, _ := p.styleIn(p.doc.Root, false)
	return s
}

// styleIn returns the style of a list in a node, parents first.
func (p *planner) styleIn(n *yamlnode.Node, ofScalars bool) (listStyle, bool) {
	if n.Kind == yamlnode.Mapping && !isFlow(n) {
		for i := range entries(n) {
			v := last(n, i)
			if v.Kind != yamlnode.Sequence || len(v.Content) == 0 || ofScalars && v.Content[0].Kind != yamlnode.Scalar {
				continue
			}
			if isFlow(v) {
				return listStyle{flow: true}, true
			}
			key, ok := p.token(n, i)
			dash, ok2 := p.token(v, 0)
			if ok && ok2 {
				return listStyle{indent: max(0, dash-p.lineStart(dash)-(key-p.lineStart(key)))}, true
			}
		}
	}
	for _, c := range n.Content {
		if s, ok := p.styleIn(c, ofScalars); ok {
			return s, true
		}
	}
	return listStyle{}, false
}
