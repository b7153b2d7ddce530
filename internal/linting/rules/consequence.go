package rules

import "github.com/crdtool/crdtool/internal/schemas/schematree"

// consequence returns the effect of a schema that no value satisfies.
func (v *Version) consequence(n *schematree.Node) string {
	at := n
	for at.Role == schematree.RoleAllOf {
		at = v.Parent(at)
	}
	switch {
	case at.Role == schematree.RoleNot:
		return `"not" has no effect`
	case at.Role == schematree.RoleAnyOf || at.Role == schematree.RoleOneOf:
		return "no value matches this branch"
	case at.ID == 0:
		return "every object is refused"
	}
	for above := v.Parent(at); above != nil; above = v.Parent(above) {
		if above.Role.Junctor() && above.Role != schematree.RoleAllOf {
			return "no value of " + v.FieldPath(at) + " matches this branch"
		}
	}
	if s := v.OutsideJunctors(at); s != nil && s.Nullable && len(s.Enum) == 0 {
		return "every value of " + v.FieldPath(at) + " except null is refused"
	}
	return "every value of " + v.FieldPath(at) + " is refused"
}
