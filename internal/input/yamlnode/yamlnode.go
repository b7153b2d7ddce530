// Package yamlnode has the nodes of YAML documents. They hold the content of yaml.v3's nodes in 64 bytes instead
// of 152: nodes are most of the memory of a run. Tags, anchors and aliases, for which each node of yaml.v3 has
// room, are rare, and comments are not read.
package yamlnode

import (
	"math"

	"go.yaml.in/yaml/v3"
)

// A Kind is the kind of a node.
type Kind uint8

// The kinds of nodes. A document is the node of its content.
const (
	Sequence Kind = 1 + iota
	Mapping
	Scalar
	Alias
)

// A Style is the style of a node; it is 0 for plain scalars and for collections in block style.
type Style uint8

// The flags of a style.
const (
	Tagged Style = 1 << iota // it has an explicit tag
	DoubleQuoted
	SingleQuoted
	Literal
	Folded
	Flow
	// JSON is the style of the nodes of a JSON document, whose scalars follow the rules of JSON and not of YAML 1.1.
	JSON
)

// A Node is a value or a key in a document.
type Node struct {
	// Value is the text of a scalar without quotes and indentation, or the name of an alias.
	Value string
	// Content is the items of a sequence, or the keys and values of a mapping in turn.
	Content []*Node

	special      *special // nil for most
	line, column int32
	Kind         Kind
	Style        Style
}

// special has the parts that few nodes have.
type special struct {
	tag, anchor string
	alias       *Node
}

// New returns a node of a kind and style at a position.
func New(kind Kind, style Style, line, column int) *Node {
	n := &Node{Kind: kind, Style: style}
	n.Place(line, column)
	return n
}

// Line returns the line where a node begins, from 1; 0 if it is in no file.
func (n *Node) Line() int { return int(n.line) }

// Column returns the column where a node begins, in characters from 1.
func (n *Node) Column() int { return int(n.column) }

// Place sets the position where a node begins.
func (n *Node) Place(line, column int) {
	n.line, n.column = int32(min(line, math.MaxInt32)), int32(min(column, math.MaxInt32))
}

// Tag returns the explicit tag of a node in its short form; "" if its style is not Tagged.
func (n *Node) Tag() string {
	if n.special == nil {
		return ""
	}
	return n.special.tag
}

// Anchor returns the name by which aliases refer to a node; "" for none.
func (n *Node) Anchor() string {
	if n.special == nil {
		return ""
	}
	return n.special.anchor
}

// Alias returns the target of an alias; nil for other nodes.
func (n *Node) Alias() *Node {
	if n.special == nil {
		return nil
	}
	return n.special.alias
}

// IsMerge reports whether a node is YAML's merge key: a plain "<<", or one with that tag.
func (n *Node) IsMerge() bool {
	return n.Kind == Scalar && n.Value == "<<" && (n.Style == 0 || n.Style&Tagged != 0 && n.Tag() == "!!merge")
}

// Clone copies a node with the nodes below it and the targets of aliases. It calls change for each node and its
// copy, before it copies the nodes below.
func Clone(n *Node, change func(of, clone *Node)) *Node {
	clones := map[*Node]*Node{}
	var clone func(*Node) *Node
	clone = func(n *Node) *Node {
		if c := clones[n]; c != nil {
			return c
		}
		c := *n
		clones[n] = &c
		change(n, &c)
		if n.special != nil {
			s := *n.special
			if s.alias != nil {
				s.alias = clone(s.alias)
			}
			c.special = &s
		}
		if n.Content != nil {
			c.Content = make([]*Node, len(n.Content))
		}
		for i := range n.Content {
			c.Content[i] = clone(n.Content[i])
		}
		return &c
	}
	return clone(n)
}

// Of converts a node of yaml.v3, and removes the content of that node meanwhile: both forms of a large document
// would take much memory.
func Of(n *yaml.Node) *Node { return converter{}.node(n) }

// A converter maps anchored nodes of yaml.v3 to their conversions, for aliases.
type converter map[*yaml.Node]*Node

var kinds = map[yaml.Kind]Kind{
	yaml.SequenceNode: Sequence, yaml.MappingNode: Mapping, yaml.ScalarNode: Scalar, yaml.AliasNode: Alias,
}

func (c converter) node(from *yaml.Node) *Node {
	if n := c[from]; n != nil {
		return n
	}
	// yaml.v3's styles have the same bits.
	n := New(kinds[from.Kind], Style(from.Style), from.Line, from.Column)
	n.Value = from.Value
	if n.Style&Tagged != 0 || from.Anchor != "" || from.Alias != nil {
		n.special = &special{anchor: from.Anchor}
		if n.Style&Tagged != 0 {
			n.special.tag = from.Tag
		}
		c[from] = n // also for aliases inside of it
		if from.Alias != nil {
			n.special.alias = c.node(from.Alias)
		}
	}
	content := from.Content
	from.Content = nil
	if content != nil {
		n.Content = make([]*Node, len(content))
	}
	for i := range content {
		n.Content[i] = c.node(content[i])
		content[i] = nil
	}
	return n
}
