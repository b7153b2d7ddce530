package conventions

import (
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// IsStatus reports whether a node is the status of the object.
func IsStatus(n *schematree.Node) bool {
	return n.Role == schematree.RoleProperty && n.Parent == 0 && n.Name == "status"
}

// ConditionItems returns the node of the items if a node is a list of conditions, or nil. A list of conditions is named
// conditions, is in the status, and has items with a type. Deeper in the status, where the name may mean something
// else, the items also have a status.
func ConditionItems(t *schemafacts.Tree, n *schematree.Node) *schematree.Node {
	if n.Name != "conditions" || n.Type != "array" || !t.InStatus(n) || !t.Own(n) {
		return nil
	}
	item := t.Items(n)
	if item == nil || item.Property("type") == nil || item.Property("status") == nil && !IsStatus(t.Parent(n)) {
		return nil
	}
	return item
}

// InCondition reports whether a node is a field of a condition.
func InCondition(t *schemafacts.Tree, n *schematree.Node) bool {
	item := t.Parent(n)
	return item != nil && item.Role == schematree.RoleItems && ConditionItems(t, t.Parent(item)) != nil
}
