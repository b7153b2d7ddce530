package schemafacts

import "github.com/crdtool/crdtool/schema"

// PrunesUnknown reports whether the server drops, or refuses, the fields of a
// node's objects that its properties don't name. At a resource it keeps
// apiVersion, kind and metadata all the same.
func (t *Tree) PrunesUnknown(n *schema.Node) bool {
	if n.PreservesUnknownFields() || n.AdditionalProperties != nil && n.AdditionalProperties.Allows || t.InMetadata(n) {
		return false
	}
	// A list that preserves unknown fields does so for its items, too.
	for n.Role == schema.RoleItems {
		if n = t.Parent(n); n.PreservesUnknownFields() {
			return false
		}
	}
	return true
}

// Resource reports whether a node is an object with metadata of its own.
func (t *Tree) Resource(n *schema.Node) bool { return n.ID == 0 || n.XEmbeddedResource }

// DropsContent reports whether a node is an object of which the server keeps
// less than is written, though no field is declared.
func (t *Tree) DropsContent(n *schema.Node) bool {
	return n.Type == "object" && n.ID != 0 && !n.XEmbeddedResource && !t.InMetadata(n) &&
		n.Properties.Len() == 0 && !n.PreservesUnknownFields()
}

// AlwaysEmpty reports whether a node is an object that is always empty once it
// is stored.
func (t *Tree) AlwaysEmpty(n *schema.Node) bool {
	return t.DropsContent(n) && n.AdditionalProperties == nil && t.PrunesUnknown(n)
}
