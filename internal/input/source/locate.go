package source

import (
	"bytes"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Locate returns the position of the node at the end of path: for a scalar, the value; for a mapping, a sequence
// or a null, its key; for an item of a sequence, the item's first token. If the document lacks a part of the path,
// it is the position of the last existing node, by its key. The range ends with the token, at the latest with its
// line. A part that Crossplane adds to a derived CRD counts as lacking.
func (d *Document) Locate(path []finding.Segment) finding.Pos {
	s := d.stepInFile(path)
	if s.exact && s.value.Kind == yamlnode.Alias && Resolve(s.value).Kind == yamlnode.Scalar {
		return d.NodePos(s.value)
	}
	if v := Resolve(s.value); s.exact && v.Kind == yamlnode.Scalar && !IsNull(v) {
		return d.NodePos(v)
	}
	return d.keyPos(s)
}

// LocateKey returns the position of the key of the node at the end of path, or the first token of an item of a
// sequence. If the document lacks a part of the path, it is the position of the last existing node.
func (d *Document) LocateKey(path []finding.Segment) finding.Pos { return d.keyPos(d.stepInFile(path)) }

// KeyNode returns the key of the node at the end of path; nil for an item, and if the document lacks the node.
func (d *Document) KeyNode(path []finding.Segment) *yamlnode.Node {
	s := d.step(path)
	if !s.exact {
		return nil
	}
	return s.key
}

// Node returns the node at the end of path, through aliases and merge keys, and true; or the last existing node of
// the path, and false. Of repeated keys it uses the last one, as the server does.
func (d *Document) Node(path []finding.Segment) (n *yamlnode.Node, exact bool) {
	s := d.step(path)
	return Resolve(s.value), s.exact
}

// NodePos returns the range of a node's first token: the text of a scalar, an alias with its name, the first key
// of a block mapping, the bracket or dash that begins any other collection. It skips anchors and tags.
func (d *Document) NodePos(n *yamlnode.Node) finding.Pos { return d.File.tokenPos(n) }

// A place is the end of a path in a document.
type place struct {
	key   *yamlnode.Node // nil for the root and for items
	value *yamlnode.Node // may be an alias
	exact bool
}

func (d *Document) step(path []finding.Segment) place {
	p := place{value: d.Root, exact: true}
	for _, s := range path {
		n := Resolve(p.value)
		if s.IsIndex {
			if n.Kind != yamlnode.Sequence || s.Index < 0 || s.Index >= len(n.Content) {
				p.exact = false
				return p
			}
			p = place{value: n.Content[s.Index], exact: true}
			continue
		}
		e, ok := lookup(n, s.Name)
		if !ok {
			p.exact = false
			return p
		}
		p = place{key: e.KeyNode, value: e.Value, exact: true}
	}
	return p
}

// stepInFile is like step, but ends at the last node that is in the file.
func (d *Document) stepInFile(path []finding.Segment) place {
	p := d.step(path)
	for d.DerivedFrom != nil && len(path) > 0 && !p.inFile() {
		path = path[:len(path)-1]
		p = d.step(path)
		p.exact = false
	}
	return p
}

// inFile reports whether the key or the value is in the file.
func (p place) inFile() bool { return p.key != nil && p.key.Line() > 0 || p.value.Line() > 0 }

// InFile reports whether the node at the end of path is in the file, or the last existing node of the path. It is
// not if Crossplane adds the node to a derived CRD.
func (d *Document) InFile(path []finding.Segment) bool { return d.step(path).inFile() }

func (d *Document) keyPos(p place) finding.Pos {
	if p.key != nil && p.key.Line() > 0 {
		return d.NodePos(p.key)
	}
	return d.NodePos(p.value)
}

func (f *File) tokenPos(n *yamlnode.Node) finding.Pos {
	if n.Kind == yamlnode.Mapping && n.Style&yamlnode.Flow == 0 && n.Content != nil {
		return f.tokenPos(n.Content[0])
	}
	if n.Line() > f.Lines() {
		return f.charPos(len(f.Text)) // a null without text
	}
	pos := finding.Pos{Line: n.Line(), Column: n.Column(), EndLine: n.Line(), EndColumn: n.Column()}
	at, ok := f.Offset(n.Line(), n.Column())
	if !ok {
		return pos
	}
	start := skipProperties(f.Text, at)
	bare := start == at
	if !bare {
		at = start
		pos.Line, pos.Column = f.LineColumn(at)
		pos.EndLine = pos.Line
	}
	line := f.Text[at:f.lineEnd(at)]
	length := tokenLength(line, n)
	if length == 0 && n.Kind == yamlnode.Scalar && bare && at > 0 && f.Text[at-1] == '-' {
		// The token of an empty item is its dash.
		pos.Column--
		return pos
	}
	pos.EndColumn = pos.Column + utf8.RuneCount(line[:length])
	return pos
}

// skipProperties skips a node's anchor and tag, where yaml.v3 begins the node.
func skipProperties(text []byte, at int) int {
	for at < len(text) && (text[at] == '&' || text[at] == '!') {
		i := at + 1
		for i < len(text) && (isAnchor(text[i]) || text[at] == '!' && !isBlank(text[i])) {
			i++
		}
		for i < len(text) {
			if text[i] == '#' {
				for i < len(text) && text[i] != '\n' {
					i++
				}
			} else if !isBlank(text[i]) {
				break
			}
			i++
		}
		if i >= len(text) {
			return at
		}
		at = i
	}
	return at
}

// isAnchor reports whether an anchor's name may have c.
func isAnchor(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '-'
}

// tokenLength returns the length of the first token of a node at the start of line.
func tokenLength(line []byte, n *yamlnode.Node) int {
	switch n.Kind {
	case yamlnode.Alias:
		return min(len(line), 1+len(n.Value))
	case yamlnode.Mapping, yamlnode.Sequence:
		return min(len(line), 1)
	}
	switch {
	case n.Style&yamlnode.DoubleQuoted != 0:
		for i := 1; i < len(line); i++ {
			switch line[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
	case n.Style&yamlnode.SingleQuoted != 0:
		for i := 1; i < len(line); i++ {
			if line[i] != '\'' {
				continue
			}
			if i+1 < len(line) && line[i+1] == '\'' {
				i++
				continue
			}
			return i + 1
		}
	case n.Style&(yamlnode.Literal|yamlnode.Folded) != 0:
		return len(line) - len(bytes.TrimLeft(line, "|>+-0123456789"))
	default:
		if bytes.HasPrefix(line, []byte(n.Value)) {
			return len(n.Value)
		}
	}
	return len(bytes.TrimRight(line, " \t"))
}
