package edit

import (
	"bytes"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// start returns the offset of a node, or of its anchor or tag.
func (p *planner) start(n *yamlnode.Node) (int, bool) {
	at, ok := p.doc.File.Offset(n.Line(), n.Column())
	return at, ok && n.Line() > 0
}

// span returns the bytes of an alias, of a scalar on one line or in quotes, and of a collection in flow style. It
// fails for other nodes, and for those with an anchor or a tag.
func (p *planner) span(n *yamlnode.Node) (start, end int, ok bool) {
	if start, ok = p.start(n); !ok || start >= len(p.text) {
		return 0, 0, false
	}
	switch n.Kind {
	case yamlnode.Alias:
		end = start + 1 + len(n.Value)
		return start, end, p.text[start] == '*' && end <= len(p.text)
	case yamlnode.Scalar:
		end, ok = p.scalarEnd(n, start)
	case yamlnode.Mapping, yamlnode.Sequence:
		end, ok = p.bracketEnd(n, start)
	default:
		return 0, 0, false
	}
	return start, end, ok
}

func (p *planner) scalarEnd(n *yamlnode.Node, start int) (int, bool) {
	text := p.text[start:]
	switch {
	case n.Style&yamlnode.Tagged != 0 || n.Anchor() != "":
		return 0, false
	case n.Style&yamlnode.DoubleQuoted != 0:
		if text[0] != '"' {
			return 0, false
		}
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '"':
				return start + i + 1, true
			}
		}
	case n.Style&yamlnode.SingleQuoted != 0:
		if text[0] != '\'' {
			return 0, false
		}
		for i := 1; i < len(text); i++ {
			if text[i] != '\'' {
				continue
			}
			if i+1 < len(text) && text[i+1] == '\'' {
				i++
				continue
			}
			return start + i + 1, true
		}
	case n.Style&(yamlnode.Literal|yamlnode.Folded) != 0:
		return 0, false
	case n.Value != "" && strings.HasPrefix(string(text[:min(len(text), len(n.Value))]), n.Value):
		return start + len(n.Value), true
	}
	return 0, false
}

// bracketEnd returns the offset after the closing bracket of a flow collection.
func (p *planner) bracketEnd(n *yamlnode.Node, start int) (int, bool) {
	open, closing := byte('{'), byte('}')
	if n.Kind == yamlnode.Sequence {
		open, closing = '[', ']'
	}
	if !isFlow(n) || p.text[start] != open {
		return 0, false
	}
	at := start + 1
	if len(n.Content) > 0 {
		_, end, ok := p.span(n.Content[len(n.Content)-1])
		if !ok {
			return 0, false
		}
		at = end
	}
	if at = p.skipGap(at); at < len(p.text) && p.text[at] == ',' {
		at = p.skipGap(at + 1)
	}
	if at >= len(p.text) || p.text[at] != closing {
		return 0, false
	}
	return at + 1, true
}

// skipGap skips white space and comments.
func (p *planner) skipGap(at int) int {
	for at < len(p.text) {
		switch c := p.text[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
		case c == '#' && !p.doc.JSON():
			at += lineLength(p.text[at:])
		default:
			return at
		}
	}
	return at
}

// lineLength returns the length of the first line of text with its break.
func lineLength(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	return len(text)
}

// lineStart returns the offset of the line of at.
func (p *planner) lineStart(at int) int { return bytes.LastIndexByte(p.text[:at], '\n') + 1 }

// lineBreak returns the line break used around at.
func (p *planner) lineBreak(at int) string {
	end := at + bytes.IndexByte(p.text[at:], '\n')
	if end < at {
		end = p.lineStart(at) - 1 // use the line before the last one
	}
	if end > 0 && p.text[end-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
