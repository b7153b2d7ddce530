package schemafacts

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// FieldPath returns the path of a node's values in an object, such as spec.hosts[*].name; "" for the object itself.
func (t *Tree) FieldPath(n *schematree.Node) string {
	var names []string
	for ; n != nil; n = t.Parent(n) {
		switch n.Role {
		case schematree.RoleProperty:
			names = append(names, "."+n.Name)
		case schematree.RoleItems, schematree.RoleItemsArray, schematree.RoleAdditionalProperties:
			names = append(names, "[*]")
		}
	}
	slices.Reverse(names)
	return strings.TrimPrefix(strings.Join(names, ""), ".")
}

// Called is FieldPath for sentences: it returns "the object" for the object itself.
func (t *Tree) Called(n *schematree.Node) string {
	if path := t.FieldPath(n); path != "" {
		return path
	}
	return "the object"
}
