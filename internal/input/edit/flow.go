package edit

import (
	"bytes"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// removeFlow removes an entry of a flow collection, with one comma.
func (p *planner) removeFlow(s *spot) ([]Edit, bool) {
	in := s.above.node
	count := entries(in)
	start, end, ok := p.entrySpan(in, s.at)
	if !ok {
		return nil, false
	}
	switch {
	case count == 1:
		open, closing, ok := p.span(in)
		if !ok {
			return nil, false
		}
		if p.hasComment(open+1, start) || p.hasComment(end, closing-1) {
			return nil, false
		}
		return []Edit{{Start: open + 1, End: closing - 1}}, true
	case s.at < count-1:
		next, ok := p.start(first(in, s.at+1))
		if !ok || p.hasComment(end, next) {
			return nil, false
		}
		return []Edit{{Start: start, End: next}}, true
	}
	_, before, ok := p.entrySpan(in, s.at-1)
	if !ok || p.hasComment(before, start) {
		return nil, false
	}
	return []Edit{{Start: before, End: end}}, true
}

// entrySpan returns the bytes of an entry of a flow collection, without its comma.
func (p *planner) entrySpan(in *yamlnode.Node, i int) (start, end int, ok bool) {
	start, _, ok = p.span(first(in, i))
	if !ok {
		return 0, 0, false
	}
	_, end, ok = p.span(last(in, i))
	return start, end, ok
}

// hasComment reports whether there may be a comment between entries, which an edit must not remove.
func (p *planner) hasComment(start, end int) bool {
	return start < end && !p.doc.JSON() && bytes.IndexByte(p.text[start:end], '#') >= 0
}

// addFlow adds a key to a mapping in flow style.
func (p *planner) addFlow(in *yamlnode.Node, name string, value any) ([]Edit, bool) {
	open, closing, ok := p.span(in)
	if !ok {
		return nil, false
	}
	count := entries(in)
	if count == 0 {
		text, ok := p.flowPair(name, value, 0, ": ", "")
		return []Edit{{open + 1, closing - 1, text}}, ok && !p.hasComment(open, closing)
	}
	start, keyEnd, ok := p.span(in.Content[0])
	if !ok {
		return nil, false
	}
	firstValue, ok := p.start(in.Content[1])
	if !ok || firstValue <= keyEnd {
		return nil, false
	}
	colon := string(p.text[keyEnd:firstValue])
	if strings.Trim(colon, " ") != ":" {
		colon = ": "
	}
	// Entries on lines of their own keep this form.
	gap := ""
	if before := p.text[open+1 : start]; bytes.IndexByte(before, '\n') >= 0 {
		gap = p.lineBreak(open) + string(p.text[p.lineStart(start):start])
		if strings.Trim(gap, " \t\r\n") != "" {
			return nil, false
		}
	}
	text, ok := p.flowPair(name, value, in.Content[0].Style, colon, gap)
	if !ok {
		return nil, false
	}
	if gap == "" && (!p.doc.JSON() || p.spacedCommas(in)) {
		gap = " "
	}
	if at := p.place(in, name); at < count {
		before, _, ok := p.entrySpan(in, at)
		return []Edit{{before, before, text + "," + gap}}, ok
	}
	_, end, ok := p.entrySpan(in, count-1)
	return []Edit{{end, end, "," + gap + text}}, ok
}

// spacedCommas reports whether spaces follow the commas of a collection; without a comma, whether they follow its
// colon.
func (p *planner) spacedCommas(in *yamlnode.Node) bool {
	a, b := in.Content[0], in.Content[1]
	if len(in.Content) > 2 {
		a, b = b, in.Content[2]
	}
	_, end, ok := p.span(a)
	next, ok2 := p.start(b)
	return ok && ok2 && end < next && bytes.IndexByte(p.text[end:next], ' ') >= 0
}

// flowPair returns a key with its value. In JSON with entries on lines of their own, lists have this form, too.
func (p *planner) flowPair(name string, value any, keyStyle yamlnode.Style, colon, gap string) (string, bool) {
	key, ok := stringText(name, keyStyle, p.doc.JSON())
	if !ok {
		return "", false
	}
	if isCollection(value) {
		if !p.doc.JSON() {
			return "", false // in brackets, a large value would be one long line
		}
		text, ok := flowCollection(value)
		return key + colon + text, ok
	}
	quote := keyStyle & yamlnode.DoubleQuoted
	list, isList := value.([]string)
	if !isList {
		text, ok := scalarText(value, quote, p.doc.JSON())
		return key + colon + text, ok
	}
	items := make([]string, len(list))
	for i, s := range list {
		if items[i], ok = stringText(s, quote, p.doc.JSON()); !ok {
			return "", false
		}
	}
	if p.doc.JSON() && gap != "" && len(items) > 0 {
		deeper := gap + p.indentStep()
		return key + colon + "[" + deeper + strings.Join(items, ","+deeper) + gap + "]", true
	}
	comma := ", "
	if p.doc.JSON() && !strings.HasSuffix(colon, " ") {
		comma = ","
	}
	return key + colon + "[" + strings.Join(items, comma) + "]", true
}

// indentStep returns the indentation of a JSON document: that of the keys of its root.
func (p *planner) indentStep() string {
	if len(p.doc.Root.Content) > 0 {
		if at, ok := p.start(p.doc.Root.Content[0]); ok {
			if line := p.text[p.lineStart(at):at]; len(line) > 0 && strings.Trim(string(line), " \t") == "" {
				// An item of a List has more indentation, by an unknown number of steps.
				if line[0] == '\t' {
					return "\t"
				}
				return strings.Repeat(" ", min(len(line), 4))
			}
		}
	}
	return "  "
}
