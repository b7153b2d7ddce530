package celfacts

import "github.com/crdtool/crdtool/internal/schemas/schematree"

// neverNull reports whether a value is certainly not null. For CEL rules, a null field or map entry is absent, and the
// rule of a nullable value is not evaluated on null. Items of lists may be null, and so may values without a schema.
func neverNull(v value) bool {
	if v.place == nil || v.place.Node == nil {
		return false
	}
	n := v.place.Node
	return (n.Type != "" || n.XIntOrString) && !(n.Nullable && n.Role == schematree.RoleItems)
}
