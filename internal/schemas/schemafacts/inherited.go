package schemafacts

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// inherited are facts that a node inherits from the nodes above.
type inherited uint8

const (
	// inMetadata: below metadata of the object or of an embedded one, which the server manages.
	inMetadata inherited = 1 << iota
	// inStatus: the status of the object, and below.
	inStatus
	// inSpec: the spec of the object, and below.
	inSpec
	// required: the parent requires the property.
	required
)

// inherit returns the facts of all nodes in one pass: parents come first.
func inherit(t *schematree.Tree) []inherited {
	all := make([]inherited, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if len(n.Required) > 0 {
			for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
				if c := &t.Nodes[id]; c.Role == schematree.RoleProperty && slices.Contains(n.Required, c.Name) {
					all[id] = required
				}
			}
		}
		if n.Parent < 0 {
			continue
		}
		parent := &t.Nodes[n.Parent]
		f := all[n.Parent]&^required | all[i]
		if n.Role == schematree.RoleProperty {
			object := n.Parent == 0 || parent.XEmbeddedResource
			switch {
			case object && n.Name == "metadata":
				f |= inMetadata
			case n.Parent == 0 && n.Name == "status":
				f |= inStatus
			case n.Parent == 0 && n.Name == "spec":
				f |= inSpec
			}
		}
		all[i] = f
	}
	return all
}

// InMetadata reports whether a node is metadata of an object, or below it.
func (t *Tree) InMetadata(n *schematree.Node) bool { return t.inherited[n.ID]&inMetadata != 0 }

// InStatus reports whether a node is the object's status, or below it.
func (t *Tree) InStatus(n *schematree.Node) bool { return t.inherited[n.ID]&inStatus != 0 }

// InSpec reports whether a node is the object's spec, or below it.
func (t *Tree) InSpec(n *schematree.Node) bool { return t.inherited[n.ID]&inSpec != 0 }

// Required reports whether a node is a property that its parent requires.
func (t *Tree) Required(n *schematree.Node) bool { return t.inherited[n.ID]&required != 0 }

// Field reports whether a node is a property outside of junctors and of metadata, which the author of the API has named
// and described.
func (t *Tree) Field(n *schematree.Node) bool {
	return n.Role == schematree.RoleProperty && !n.Nested && !n.Unwalked && !t.InMetadata(n) && !t.TypeMeta(n)
}

// TypeMeta reports whether a node is apiVersion or kind of the object or of an embedded one.
func (t *Tree) TypeMeta(n *schematree.Node) bool {
	if n.Role != schematree.RoleProperty || n.Name != "apiVersion" && n.Name != "kind" {
		return false
	}
	return n.Parent == 0 || t.Nodes[n.Parent].XEmbeddedResource
}
