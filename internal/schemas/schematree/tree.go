// Package schematree lays a schema out as a list of nodes, so that a check is a loop and a subtree is a range.
package schematree

import (
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
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
	*schema.Schema
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

// New lays out a schema that stands at root.
func New(s *schema.Schema, root *finding.Path) *Tree {
	t := &Tree{root: root}
	if s != nil {
		t.Nodes = make([]Node, 0, count(s))
		t.add(Node{Schema: s, Parent: -1})
	}
	return t
}

func (t *Tree) add(n Node) {
	n.ID = int32(len(t.Nodes))
	t.Nodes = append(t.Nodes, n)
	eachSubschema(n.Schema, func(c *schema.Schema, role Role, name string, index int) {
		t.add(Node{
			Schema: c, Parent: n.ID, Role: role, Name: name, Index: int32(index),
			Nested:   n.Nested || role.Junctor(),
			Unwalked: n.Unwalked || role >= RolePatternProperty,
		})
	})
	t.Nodes[n.ID].End = int32(len(t.Nodes))
}

// count returns the number of schemas in a schema, itself among them.
func count(s *schema.Schema) int {
	n := 1
	eachSubschema(s, func(c *schema.Schema, _ Role, _ string, _ int) { n += count(c) })
	return n
}

// eachSubschema calls f for the schemas that stand at keywords of a schema.
func eachSubschema(s *schema.Schema, f func(c *schema.Schema, role Role, name string, index int)) {
	one := func(c *schema.Schema, role Role, name string, index int) {
		if c != nil {
			f(c, role, name, index)
		}
	}
	list := func(schemas []*schema.Schema, role Role) {
		for i, c := range schemas {
			one(c, role, "", i)
		}
	}
	named := func(p *schema.Properties, role Role) {
		for _, p := range p.All() {
			one(p.Schema, role, p.Name, 0)
		}
	}
	if s.Items != nil {
		one(s.Items.Schema, RoleItems, "", 0)
		list(s.Items.Schemas, RoleItemsArray)
	}
	named(s.Properties, RoleProperty)
	one(s.ValueSchema(), RoleAdditionalProperties, "", 0)
	one(s.Not, RoleNot, "", 0)
	list(s.AllOf(), RoleAllOf)
	list(s.OneOf(), RoleOneOf)
	list(s.AnyOf(), RoleAnyOf)
	named(s.Definitions(), RoleDefinition)
	for _, d := range s.Dependencies() {
		one(d.Schema, RoleDependency, d.Name, 0)
	}
	named(s.PatternProperties(), RolePatternProperty)
	if more := s.AdditionalItems(); more != nil {
		one(more.Schema, RoleAdditionalItems, "", 0)
	}
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
func (t *Tree) Any(pred func(*schema.Schema) bool) bool {
	for i := range t.Nodes {
		if pred(t.Nodes[i].Schema) {
			return true
		}
	}
	return false
}
