package schemafacts

import "github.com/crdtool/crdtool/internal/schemas/schematree"

// OutsideJunctors returns the node outside of junctors with the type and fields of a node inside: it has the same path
// of properties and items. It returns a node outside of junctors unchanged, and nil if there is none.
func (t *Tree) OutsideJunctors(n *schematree.Node) *schematree.Node {
	if n == nil || !n.Nested {
		return n
	}
	above := t.OutsideJunctors(t.Parent(n))
	if above == nil {
		return nil
	}
	switch n.Role {
	case schematree.RoleProperty:
		if c := t.Child(above, n.Name); c != nil {
			return c
		}
		return t.Values(above)
	case schematree.RoleItems:
		return t.Items(above)
	case schematree.RoleAdditionalProperties:
		return t.Values(above)
	case schematree.RoleNot, schematree.RoleAllOf, schematree.RoleOneOf, schematree.RoleAnyOf:
		return above
	}
	return nil
}

// Types returns the types of a node's values, also inside of junctors; nil if values may have any type.
func (t *Tree) Types(n *schematree.Node) []string {
	s := t.OutsideJunctors(n)
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
