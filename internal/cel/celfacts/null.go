package celfacts

import "github.com/crdtool/crdtool/schema"

// neverNull reports whether a value is certainly not null. To CEL rules a field, or an
// entry of a map, that is null is absent, and a rule of a nullable value is not evaluated
// on null. Items of lists may be null, and so may be what the schema says nothing of.
func neverNull(v value) bool {
	if v.place == nil || v.place.Node == nil {
		return false
	}
	n := v.place.Node
	return (n.Type != "" || n.XIntOrString) && !(n.Nullable && n.Role == schema.RoleItems)
}
