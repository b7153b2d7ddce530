package rules

import "github.com/crdtool/crdtool/schema"

// consequence says what follows where a schema holds for no value.
func (v *Version) consequence(n *schema.Node) string {
	at := n
	for at.Role == schema.RoleAllOf {
		at = v.Parent(at)
	}
	switch {
	case at.Role == schema.RoleNot:
		return `what "not" forbids never occurs`
	case at.Role == schema.RoleAnyOf || at.Role == schema.RoleOneOf:
		return "this branch never holds"
	case at.ID == 0:
		return "no object passes"
	}
	for above := v.Parent(at); above != nil; above = v.Parent(above) {
		if above.Role.Junctor() && above.Role != schema.RoleAllOf {
			return "this branch holds for no value of " + v.FieldPath(at)
		}
	}
	if s := v.Spine(at); s != nil && s.Nullable && len(s.Enum) == 0 {
		return "no value of " + v.FieldPath(at) + " but null passes"
	}
	return "no value of " + v.FieldPath(at) + " passes"
}
