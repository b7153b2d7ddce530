package schemafacts

import (
	"github.com/crdtool/crdtool/internal/schemas/coretypes"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// Own reports whether a node is a field that the CRD's author can still change.
func (t *Tree) Own(n *schematree.Node) bool { return t.Field(n) && !t.Given(n) }

// OwnValue is Own for a node that may also be an item or a value of such a field.
func (t *Tree) OwnValue(n *schematree.Node) bool {
	for n != nil && (n.Role == schematree.RoleItems || n.Role == schematree.RoleAdditionalProperties) {
		n = t.Parent(n)
	}
	return n != nil && t.Own(n)
}

// Given reports whether the author cannot change a node: it is below a type of the Kubernetes API or an embedded
// object, or it belongs to a deprecated field or to a version that is deprecated or not served.
func (t *Tree) Given(n *schematree.Node) bool { return t.origin(n) == given }

// Embedded reports whether a node is a whole type of the Kubernetes API or a whole embedded object.
func (t *Tree) Embedded(n *schematree.Node) bool { return t.origin(n) == embedded }

// origin says who defines a node.
type origin uint8

const (
	authored origin = iota // the CRD's author
	embedded               // the root of an embedded type
	given                  // see Given
)

func (t *Tree) origin(n *schematree.Node) origin {
	if t.origins == nil {
		t.origins = originsOf(t.Tree, t.retired)
	}
	return t.origins[n.ID]
}

func originsOf(t *schematree.Tree, retired bool) []origin {
	all := make([]origin, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		switch {
		case all[i] == given:
		case retired, n.Role != schematree.RoleRoot && SaysDeprecated(n.Description):
			fill(all[n.ID:n.End], given)
		case n.Role == schematree.RoleRoot || n.Properties.Len() == 0:
		case n.XEmbeddedResource, coretypes.Is(n.Properties):
			all[i] = embedded
			fill(all[n.ID+1:n.End], given)
		}
	}
	return all
}

func fill(all []origin, o origin) {
	for i := range all {
		all[i] = o
	}
}
