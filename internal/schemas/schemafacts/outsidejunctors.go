package schemafacts

import "github.com/crdtool/crdtool/schema"

// OutsideJunctors returns the node that gives a node inside junctors its type and its
// fields: the one that is reached by the same properties and items outside of
// them. It is the node itself outside of junctors, and nil where there is none.
func (t *Tree) OutsideJunctors(n *schema.Node) *schema.Node {
	if n == nil || !n.Nested {
		return n
	}
	above := t.OutsideJunctors(t.Parent(n))
	if above == nil {
		return nil
	}
	switch n.Role {
	case schema.RoleProperty:
		if c := t.Child(above, n.Name); c != nil {
			return c
		}
		return t.Values(above)
	case schema.RoleItems:
		return t.Items(above)
	case schema.RoleAdditionalProperties:
		return t.Values(above)
	case schema.RoleNot, schema.RoleAllOf, schema.RoleOneOf, schema.RoleAnyOf:
		return above
	}
	return nil
}

// Types returns the types that values of a node may have, also inside of
// junctors; nil where any may stand.
func (t *Tree) Types(n *schema.Node) []string {
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
