package schema

import (
	"github.com/crdtool/crdtool/finding"
)

// Role says by which keyword a node hangs on its parent.
type Role uint8

// The roles, in the order in which a node's children are laid out.
const (
	RoleRoot Role = iota
	RoleItems
	RoleItemsArray
	RoleProperty
	RoleAdditionalProperties
	RoleNot
	RoleAllOf
	RoleOneOf
	RoleAnyOf
	RoleDefinition
	RoleDependency
	RolePatternProperty
	RoleAdditionalItems
)

// Junctor reports whether the role is one of the logical junctors, under which
// a schema validates values but gives no structure.
func (r Role) Junctor() bool { return r >= RoleNot && r <= RoleAnyOf }

// Node is a schema in a Tree.
type Node struct {
	*Schema
	ID     int32
	Parent int32 // -1 for the root
	End    int32 // the ID after the last of the node's subtree
	Role   Role
	// Nested is set inside a junctor.
	Nested bool
	// Unwalked is set below patternProperties and additionalItems, into which
	// the server's checks of keywords do not descend.
	Unwalked bool
	Index    int32  // of an item of items, allOf, oneOf, anyOf
	Name     string // of a property, definition, dependency
}

// Tree is a schema laid out flat: all its nodes in preorder, so that a check is
// a loop, and a subtree is the nodes from ID up to End.
type Tree struct {
	Nodes []Node
	root  *finding.Path
}

// NewTree lays out a schema that stands at root.
func NewTree(s *Schema, root *finding.Path) *Tree {
	t := &Tree{root: root}
	if s != nil {
		t.add(Node{Schema: s, Parent: -1})
	}
	return t
}

func (t *Tree) add(n Node) {
	n.ID = int32(len(t.Nodes))
	t.Nodes = append(t.Nodes, n)
	s, id := n.Schema, n.ID

	sub := func(c *Schema, role Role, name string, index int) {
		if c == nil {
			return
		}
		t.add(Node{
			Schema: c, Parent: id, Role: role, Name: name, Index: int32(index),
			Nested:   n.Nested || role.Junctor(),
			Unwalked: n.Unwalked || role >= RolePatternProperty,
		})
	}
	if s.Items != nil {
		sub(s.Items.Schema, RoleItems, "", 0)
		for i, c := range s.Items.Schemas {
			sub(c, RoleItemsArray, "", i)
		}
	}
	for _, p := range s.Properties.All() {
		sub(p.Schema, RoleProperty, p.Name, 0)
	}
	sub(s.ValueSchema(), RoleAdditionalProperties, "", 0)
	sub(s.Not, RoleNot, "", 0)
	for i, c := range s.AllOf() {
		sub(c, RoleAllOf, "", i)
	}
	for i, c := range s.OneOf() {
		sub(c, RoleOneOf, "", i)
	}
	for i, c := range s.AnyOf() {
		sub(c, RoleAnyOf, "", i)
	}
	for _, p := range s.Definitions().All() {
		sub(p.Schema, RoleDefinition, p.Name, 0)
	}
	for _, d := range s.Dependencies() {
		sub(d.Schema, RoleDependency, d.Name, 0)
	}
	for _, p := range s.PatternProperties().All() {
		sub(p.Schema, RolePatternProperty, p.Name, 0)
	}
	if more := s.AdditionalItems(); more != nil {
		sub(more.Schema, RoleAdditionalItems, "", 0)
	}
	t.Nodes[id].End = int32(len(t.Nodes))
}

// At returns the tree of the same schema where it stands at another root.
func (t *Tree) At(root *finding.Path) *Tree { return &Tree{Nodes: t.Nodes, root: root} }

// Path returns where a node stands. It is built when it is needed, since most
// nodes have nothing to say.
func (t *Tree) Path(id int32) *finding.Path { return t.PathFrom(t.root, id) }

// PathFrom returns where a node stands in a copy of the schema that stands at
// root.
func (t *Tree) PathFrom(root *finding.Path, id int32) *finding.Path {
	n := &t.Nodes[id]
	if n.Role == RoleRoot {
		return root
	}
	return n.below(t.PathFrom(root, n.Parent))
}

// below is where a node stands in the one that stands at p.
func (n *Node) below(p *finding.Path) *finding.Path {
	switch n.Role {
	case RoleItems:
		return p.Child("items")
	case RoleItemsArray:
		return p.Child("items").Index(int(n.Index))
	case RoleProperty:
		return p.Child("properties").Key(n.Name)
	case RoleAdditionalProperties:
		return p.Child("additionalProperties")
	case RoleNot:
		return p.Child("not")
	case RoleAllOf:
		return p.Child("allOf").Index(int(n.Index))
	case RoleOneOf:
		return p.Child("oneOf").Index(int(n.Index))
	case RoleAnyOf:
		return p.Child("anyOf").Index(int(n.Index))
	case RoleDefinition:
		return p.Child("definitions").Key(n.Name)
	case RoleDependency:
		return p.Child("dependencies").Key(n.Name)
	case RolePatternProperty:
		return p.Child("patternProperties").Key(n.Name)
	default:
		return p.Child("additionalItems")
	}
}

// Any reports whether a node satisfies the predicate. It looks at every node,
// also where checks do not descend, as the server's SchemaHas does.
func (t *Tree) Any(pred func(*Schema) bool) bool {
	for i := range t.Nodes {
		if pred(t.Nodes[i].Schema) {
			return true
		}
	}
	return false
}
