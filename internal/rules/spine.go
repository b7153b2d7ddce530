package rules

import "github.com/crdtool/crdtool/schema"

// Spine returns the node that gives a node inside junctors its type and its
// fields: the one that is reached by the same properties and items outside of
// them. It is the node itself outside of junctors, and nil where there is none.
func (v *Version) Spine(n *schema.Node) *schema.Node {
	if n == nil || !n.Nested {
		return n
	}
	above := v.Spine(v.Parent(n))
	if above == nil {
		return nil
	}
	switch n.Role {
	case schema.RoleProperty:
		if c := v.Child(above, n.Name); c != nil {
			return c
		}
		return v.Values(above)
	case schema.RoleItems:
		return v.Items(above)
	case schema.RoleAdditionalProperties:
		return v.Values(above)
	case schema.RoleNot, schema.RoleAllOf, schema.RoleOneOf, schema.RoleAnyOf:
		return above
	}
	return nil
}

// typesOf returns the types that values of a node may have, also inside of
// junctors; nil where any may stand.
func (v *Version) typesOf(n *schema.Node) []string {
	s := v.Spine(n)
	switch {
	case s == nil:
		return nil
	case s.XIntOrString:
		return []string{"integer", "string"}
	case s.Type == "":
		return nil
	}
	return []string{s.Type}
}

// prunesUnknown reports whether the server drops, or refuses, the fields of a
// node's objects that its properties don't name. At a resource it keeps
// apiVersion, kind and metadata all the same.
func (v *Version) prunesUnknown(n *schema.Node) bool {
	if n.PreservesUnknownFields() || n.AdditionalProperties != nil && n.AdditionalProperties.Allows || v.InMetadata(n) {
		return false
	}
	// A list that preserves unknown fields does so for its items, too.
	for n.Role == schema.RoleItems {
		if n = v.Parent(n); n.PreservesUnknownFields() {
			return false
		}
	}
	return true
}

// resource reports whether a node is an object with metadata of its own.
func (v *Version) resource(n *schema.Node) bool { return n.ID == 0 || n.XEmbeddedResource }
