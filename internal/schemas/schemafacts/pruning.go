package schemafacts

import "github.com/crdtool/crdtool/internal/schemas/schematree"

// PrunesUnknown reports whether the server drops or refuses undeclared fields in the objects of a node. In a resource
// it always keeps apiVersion, kind and metadata.
func (t *Tree) PrunesUnknown(n *schematree.Node) bool {
	if n.PreservesUnknownFields() || n.AdditionalProperties != nil && n.AdditionalProperties.Allows || t.InMetadata(n) {
		return false
	}
	// A list that preserves unknown fields also does so for its items.
	for n.Role == schematree.RoleItems {
		if n = t.Parent(n); n.PreservesUnknownFields() {
			return false
		}
	}
	return true
}

// Resource reports whether a node is an object with its own metadata.
func (t *Tree) Resource(n *schematree.Node) bool { return n.ID == 0 || n.XEmbeddedResource }

// DropsContent reports whether a node is an object without declared fields whose content the server drops in part or as
// a whole.
func (t *Tree) DropsContent(n *schematree.Node) bool {
	return n.Type == "object" && n.ID != 0 && !n.XEmbeddedResource && !t.InMetadata(n) &&
		n.Properties.Len() == 0 && !n.PreservesUnknownFields()
}

// AlwaysEmpty reports whether a node is an object that is always empty when it is stored.
func (t *Tree) AlwaysEmpty(n *schematree.Node) bool {
	return t.DropsContent(n) && n.AdditionalProperties == nil && t.PrunesUnknown(n)
}
