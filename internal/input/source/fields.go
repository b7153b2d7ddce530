package source

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// Fields is a mapping under construction, for a document that is derived from another one. New nodes have the
// position and the style of the node that they come from.
type Fields struct {
	Node *yamlnode.Node
}

// NewFields returns an empty mapping with the style and position of another node.
func NewFields(at *yamlnode.Node) Fields {
	return Fields{yamlnode.New(yamlnode.Mapping, at.Style&(yamlnode.JSON|yamlnode.Flow), at.Line(), at.Column())}
}

// CopyFields returns a copy of a mapping with merge keys and repeated keys resolved, in the order of first
// appearance. The copy of any other node is empty.
func CopyFields(n *yamlnode.Node) Fields {
	out := NewFields(n)
	at := make(map[string]int, len(n.Content)/2)
	for e := range Entries(n) {
		i, there := at[e.Key]
		if !there {
			at[e.Key] = len(out.Node.Content)
			out.Node.Content = append(out.Node.Content, e.KeyNode, e.Value)
			continue
		}
		out.Node.Content[i], out.Node.Content[i+1] = e.KeyNode, e.Value
	}
	return out
}

// Index returns the index of a field's key in the content of the mapping, or -1.
func (m Fields) Index(name string) int {
	for i := 0; i < len(m.Node.Content); i += 2 {
		if key, ok := Key(m.Node.Content[i]); ok && key == name {
			return i
		}
	}
	return -1
}

// Get returns the value of a field, through aliases; nil if there is no such field.
func (m Fields) Get(name string) *yamlnode.Node {
	if i := m.Index(name); i >= 0 {
		return Resolve(m.Node.Content[i+1])
	}
	return nil
}

// Has reports whether a field is present and not null.
func (m Fields) Has(name string) bool { return !IsNull(m.Get(name)) }

// Set sets a field with its key.
func (m Fields) Set(key *yamlnode.Node, name string, value *yamlnode.Node) {
	if i := m.Index(name); i >= 0 {
		m.Node.Content[i], m.Node.Content[i+1] = key, value
		return
	}
	m.Node.Content = append(m.Node.Content, key, value)
}

// Put sets a field whose key has the position of at.
func (m Fields) Put(name string, value, at *yamlnode.Node) { m.Set(NewText(name, at), name, value) }

// Remove removes a field.
func (m Fields) Remove(name string) {
	if i := m.Index(name); i >= 0 {
		m.Node.Content = slices.Delete(m.Node.Content, i, i+2)
	}
}

// NewText returns a node for a string with the position of at.
func NewText(s string, at *yamlnode.Node) *yamlnode.Node {
	n := yamlnode.New(yamlnode.Scalar, 0, at.Line(), at.Column())
	n.Value = s
	if IsJSON(at) {
		n.Style = yamlnode.JSON | yamlnode.DoubleQuoted
	} else if !isText(n) { // such as "5.5"
		n.Style = yamlnode.DoubleQuoted
	}
	return n
}

// NewBool returns a node for a boolean with the position of at.
func NewBool(v bool, at *yamlnode.Node) *yamlnode.Node {
	n := yamlnode.New(yamlnode.Scalar, at.Style&yamlnode.JSON, at.Line(), at.Column())
	n.Value = "false"
	if v {
		n.Value = "true"
	}
	return n
}

// NewList returns a sequence with the position of at.
func NewList(at *yamlnode.Node, items ...*yamlnode.Node) *yamlnode.Node {
	n := yamlnode.New(yamlnode.Sequence, at.Style&(yamlnode.JSON|yamlnode.Flow), at.Line(), at.Column())
	n.Content = items
	return n
}
