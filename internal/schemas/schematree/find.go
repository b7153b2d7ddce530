package schematree

import "github.com/crdtool/crdtool/internal/text/finding"

// Find returns the node at a path below the root, and the rest of the path, which leads into a keyword of the node.
func (t *Tree) Find(path []finding.Segment) (id int32, rest []finding.Segment) {
	rest = path
	for len(rest) > 0 {
		child, used := int32(-1), 0
		for c := id + 1; c < t.Nodes[id].End; c = t.Nodes[c].End {
			if used = t.Nodes[c].leads(rest); used > 0 {
				child = c
				break
			}
		}
		if child < 0 {
			break
		}
		id, rest = child, rest[used:]
	}
	return id, rest
}

// leads returns how many segments of a path lead from the parent of a node to it; 0 if the path leads elsewhere.
func (n *Node) leads(path []finding.Segment) int {
	named := func(keyword string) int {
		if len(path) > 1 && path[0].Name == keyword && path[1].Name == n.Name && !path[1].IsIndex {
			return 2
		}
		return 0
	}
	indexed := func(keyword string) int {
		if len(path) > 1 && path[0].Name == keyword && path[1].IsIndex && path[1].Index == int(n.Index) {
			return 2
		}
		return 0
	}
	alone := func(keyword string) int {
		if path[0].Name == keyword && (len(path) == 1 || !path[1].IsIndex) {
			return 1
		}
		return 0
	}
	switch n.Role {
	case RoleItems:
		return alone("items")
	case RoleItemsArray:
		return indexed("items")
	case RoleProperty:
		return named("properties")
	case RoleAdditionalProperties:
		return alone("additionalProperties")
	case RoleNot:
		return alone("not")
	case RoleAllOf:
		return indexed("allOf")
	case RoleOneOf:
		return indexed("oneOf")
	case RoleAnyOf:
		return indexed("anyOf")
	case RoleDefinition:
		return named("definitions")
	case RoleDependency:
		return named("dependencies")
	case RolePatternProperty:
		return named("patternProperties")
	case RoleAdditionalItems:
		return alone("additionalItems")
	}
	return 0
}
