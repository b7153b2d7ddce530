package schemafacts

import "github.com/crdtool/crdtool/schema"

// Parent returns the node above, or nil.
func (t *Tree) Parent(n *schema.Node) *schema.Node {
	if n.Parent < 0 {
		return nil
	}
	return &t.Nodes[n.Parent]
}

// Child returns the node of a property outside of junctors, or nil.
func (t *Tree) Child(n *schema.Node, name string) *schema.Node {
	if n.Properties.Len()+len(n.OneOf())+len(n.AnyOf())+len(n.AllOf()) >= manyChildren {
		return t.childrenOf(n).fields[name]
	}
	for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
		if c := &t.Nodes[id]; c.Role == schema.RoleProperty && c.Name == name {
			return c
		}
	}
	return nil
}

// manyChildren is the number of properties or branches from which the nodes below
// another are looked up in a table.
const manyChildren = 32

// children are the nodes below another, the first of each name and role.
type children struct {
	fields map[string]*schema.Node
	others map[schema.Role]*schema.Node
}

func (t *Tree) childrenOf(n *schema.Node) *children {
	if c := t.children[n.ID]; c != nil {
		return c
	}
	c := &children{map[string]*schema.Node{}, map[schema.Role]*schema.Node{}}
	for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
		child := &t.Nodes[id]
		if child.Role != schema.RoleProperty {
			if c.others[child.Role] == nil {
				c.others[child.Role] = child
			}
		} else if c.fields[child.Name] == nil {
			c.fields[child.Name] = child
		}
	}
	if t.children == nil {
		t.children = map[int32]*children{}
	}
	t.children[n.ID] = c
	return c
}

// Items returns the node of a list's items, or nil.
func (t *Tree) Items(n *schema.Node) *schema.Node { return t.childOf(n, schema.RoleItems) }

// Values returns the node of a map's values, or nil.
func (t *Tree) Values(n *schema.Node) *schema.Node {
	return t.childOf(n, schema.RoleAdditionalProperties)
}

func (t *Tree) childOf(n *schema.Node, role schema.Role) *schema.Node {
	if n.Properties.Len()+len(n.OneOf())+len(n.AnyOf())+len(n.AllOf()) >= manyChildren {
		return t.childrenOf(n).others[role]
	}
	for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
		if c := &t.Nodes[id]; c.Role == role {
			return c
		}
	}
	return nil
}

// Fields calls f with the nodes of a schema that stand for fields of an object:
// its properties, items and values outside of junctors.
func (t *Tree) Fields(f func(n *schema.Node)) {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; !n.Nested && !n.Unwalked {
			f(n)
		}
	}
}

// OwnFields returns the first of an object's fields that its author can still
// shape and of which something holds, and the names of all of them.
func (t *Tree) OwnFields(object *schema.Node, holds func(*schema.Node) bool) (first *schema.Node, names []string) {
	for id := object.ID + 1; id < object.End; id = t.Nodes[id].End {
		if n := &t.Nodes[id]; t.Own(n) && holds(n) {
			if first == nil {
				first = n
			}
			names = append(names, n.Name)
		}
	}
	return first, names
}
