package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/schema"
)

// facts are what a node of a schema inherits from above.
type facts uint8

const (
	// inMetadata: below metadata of the object, or of an embedded one, which the
	// server keeps by itself.
	inMetadata facts = 1 << iota
	// inStatus: the status of the object, and below.
	inStatus
	// inSpec: the spec of the object, and below.
	inSpec
	// required: the parent can't do without.
	required
)

// gather fills in the facts of a tree in one pass: parents come first.
func gather(t *schema.Tree) []facts {
	all := make([]facts, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Parent < 0 {
			continue
		}
		parent := &t.Nodes[n.Parent]
		f := all[n.Parent] &^ required
		if n.Role == schema.RoleProperty {
			object := n.Parent == 0 || parent.XEmbeddedResource
			switch {
			case object && n.Name == "metadata":
				f |= inMetadata
			case n.Parent == 0 && n.Name == "status":
				f |= inStatus
			case n.Parent == 0 && n.Name == "spec":
				f |= inSpec
			}
			if slices.Contains(parent.Required, n.Name) {
				f |= required
			}
		}
		all[i] = f
	}
	return all
}

// InMetadata reports whether a node is metadata of an object, or below it.
func (v *Version) InMetadata(n *schema.Node) bool { return v.facts[n.ID]&inMetadata != 0 }

// InStatus reports whether a node is the object's status, or below it.
func (v *Version) InStatus(n *schema.Node) bool { return v.facts[n.ID]&inStatus != 0 }

// InSpec reports whether a node is the object's spec, or below it.
func (v *Version) InSpec(n *schema.Node) bool { return v.facts[n.ID]&inSpec != 0 }

// Required reports whether a node is a property that its parent requires.
func (v *Version) Required(n *schema.Node) bool { return v.facts[n.ID]&required != 0 }

// Field reports whether a node is a property outside of junctors and of
// metadata: what the author of the API named and described.
func (v *Version) Field(n *schema.Node) bool {
	return n.Role == schema.RoleProperty && !n.Nested && !n.Unwalked && !v.InMetadata(n) && !v.TypeMeta(n)
}

// TypeMeta reports whether a node is apiVersion or kind of the object, or of an
// embedded one.
func (v *Version) TypeMeta(n *schema.Node) bool {
	if n.Role != schema.RoleProperty || n.Name != "apiVersion" && n.Name != "kind" {
		return false
	}
	return n.Parent == 0 || v.Tree.Nodes[n.Parent].XEmbeddedResource
}

// Parent returns the node above, or nil.
func (v *Version) Parent(n *schema.Node) *schema.Node {
	if n.Parent < 0 {
		return nil
	}
	return &v.Tree.Nodes[n.Parent]
}

// Child returns the node of a property outside of junctors, or nil.
func (v *Version) Child(n *schema.Node, name string) *schema.Node {
	for id := n.ID + 1; id < n.End; id = v.Tree.Nodes[id].End {
		if c := &v.Tree.Nodes[id]; c.Role == schema.RoleProperty && c.Name == name {
			return c
		}
	}
	return nil
}

// Items returns the node of a list's items, or nil.
func (v *Version) Items(n *schema.Node) *schema.Node { return v.childOf(n, schema.RoleItems) }

// Values returns the node of a map's values, or nil.
func (v *Version) Values(n *schema.Node) *schema.Node {
	return v.childOf(n, schema.RoleAdditionalProperties)
}

func (v *Version) childOf(n *schema.Node, role schema.Role) *schema.Node {
	for id := n.ID + 1; id < n.End; id = v.Tree.Nodes[id].End {
		if c := &v.Tree.Nodes[id]; c.Role == role {
			return c
		}
	}
	return nil
}

// FieldPath writes the place of a node's values in an object, such as
// spec.hosts[*].name; "" for the object itself.
func (v *Version) FieldPath(n *schema.Node) string {
	var names []string
	for ; n != nil; n = v.Parent(n) {
		switch n.Role {
		case schema.RoleProperty:
			names = append(names, "."+n.Name)
		case schema.RoleItems, schema.RoleItemsArray, schema.RoleAdditionalProperties:
			names = append(names, "[*]")
		}
	}
	slices.Reverse(names)
	return strings.TrimPrefix(strings.Join(names, ""), ".")
}

// Called is FieldPath in a sentence: the object itself is called "the object".
func (v *Version) Called(n *schema.Node) string {
	if path := v.FieldPath(n); path != "" {
		return path
	}
	return "the object"
}
