package schemafacts

import "github.com/crdtool/crdtool/schema"

// WithAllOf appends to nodes a node and what its allOf adds: schemas that hold for the
// same value.
func (t *Tree) WithAllOf(nodes []*schema.Node, n *schema.Node) []*schema.Node {
	nodes = append(nodes, n)
	if len(n.AllOf) == 0 {
		return nodes
	}
	for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
		if c := &t.Nodes[id]; c.Role == schema.RoleAllOf {
			nodes = t.WithAllOf(nodes, c)
		}
	}
	return nodes
}

// Clauses returns the schemas that hold for every value of a node outside of
// junctors: its own, its allOf, and what the allOf of those above says of it.
func (t *Tree) Clauses(n *schema.Node) []*schema.Node {
	nodes := t.WithAllOf(nil, n)
	parent := t.Parent(n)
	if parent == nil {
		return nodes
	}
	for _, c := range t.Clauses(parent)[1:] {
		if at := t.below(c, n); at != nil {
			nodes = t.WithAllOf(nodes, at)
		}
	}
	return nodes
}

// below returns what a schema that holds for the parent of a node says of the
// node's values.
func (t *Tree) below(c, n *schema.Node) *schema.Node {
	switch n.Role {
	case schema.RoleProperty:
		return t.Child(c, n.Name)
	case schema.RoleItems:
		return t.Items(c)
	}
	return nil
}
