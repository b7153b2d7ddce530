package schemafacts

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// WithAllOf appends a node and the nodes of its allOf: schemas of the same value.
func (t *Tree) WithAllOf(nodes []*schematree.Node, n *schematree.Node) []*schematree.Node {
	nodes = append(nodes, n)
	if len(n.AllOf()) == 0 {
		return nodes
	}
	for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
		if c := &t.Nodes[id]; c.Role == schematree.RoleAllOf {
			nodes = t.WithAllOf(nodes, c)
		}
	}
	return nodes
}

// Clauses returns the schemas of every value of a node outside of junctors: the node, its allOf, and the schemas that
// the allOf of nodes above have for it.
func (t *Tree) Clauses(n *schematree.Node) []*schematree.Node {
	nodes := t.WithAllOf(nil, n)
	parent := t.Parent(n)
	if parent == nil || n.Role != schematree.RoleProperty && n.Role != schematree.RoleItems {
		return nodes
	}
	for _, c := range t.Clauses(parent)[1:] {
		at := t.Items(c)
		if n.Role == schematree.RoleProperty {
			at = t.Child(c, n.Name)
		}
		if at != nil {
			nodes = t.WithAllOf(nodes, at)
		}
	}
	return nodes
}

// RequiredByClauses reports whether a clause of a node requires a field.
func (t *Tree) RequiredByClauses(n *schematree.Node, name string) bool {
	return slices.ContainsFunc(t.Clauses(n), func(c *schematree.Node) bool { return slices.Contains(c.Required, name) })
}
