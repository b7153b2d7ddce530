package decorate

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/cel/celassist"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/lsp/gofile"
)

// A Token is a part of one line of a text that belongs to a CEL expression.
type Token struct {
	Start, End int
	Kind       celassist.TokenKind
}

// CELTokens returns the tokens of the CEL expressions in the CRDs of a file, in the order of the text.
func CELTokens(f *source.File) []Token {
	var all []Token
	for _, doc := range f.Documents {
		if doc.MeantAsCRD() && doc.DerivedFrom == nil {
			eachExpression(doc.Root, func(n *yamlnode.Node) { all = appendTokens(all, f, n) })
		}
	}
	return all
}

// GoTokens returns the tokens of the CEL expressions in the markers of a Go file, in the order of the text.
func GoTokens(text []byte) []Token {
	var all []Token
	for _, x := range gofile.Expressions(text) {
		for _, t := range celassist.Tokens(x.Text) {
			all = append(all, Token{x.InFile(t.Start), x.InFile(t.End), t.Kind})
		}
	}
	return all
}

// eachExpression calls f for the rules and the message expressions below a node. Targets of aliases are visited where
// they stand.
func eachExpression(n *yamlnode.Node, f func(*yamlnode.Node)) {
	if n.Kind == yamlnode.Sequence {
		for _, item := range n.Content {
			eachExpression(item, f)
		}
	}
	if n.Kind != yamlnode.Mapping {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Value != "x-kubernetes-validations" || value.Kind != yamlnode.Sequence {
			eachExpression(value, f)
			continue
		}
		for _, item := range value.Content {
			if item.Kind != yamlnode.Mapping {
				continue
			}
			for j := 0; j+1 < len(item.Content); j += 2 {
				if name := item.Content[j].Value; name == "rule" || name == "messageExpression" {
					f(item.Content[j+1])
				}
			}
		}
	}
}

func appendTokens(all []Token, f *source.File, n *yamlnode.Node) []Token {
	m := mapScalar(f, n)
	if m == nil {
		return all
	}
	for _, t := range celassist.Tokens(n.Value) {
		for start := t.Start; start < t.End; {
			end := m.lineOf(f.Text, start, t.End)
			if end > start && m.end[end-1] > m.start[start] {
				all = append(all, Token{m.start[start], m.end[end-1], t.Kind})
			}
			for start = max(end, start+1); start < t.End && isBlank(n.Value[start]); start++ {
			}
		}
	}
	return all
}

// lineOf returns the end of the part of a token that is on the line of its start.
func (m *scalarMap) lineOf(text []byte, start, end int) int {
	for i := start; i < end; i++ {
		if bytes.IndexByte(text[m.start[i]:m.end[i]], '\n') >= 0 {
			return i
		}
	}
	return end
}
