package celassist

import (
	"slices"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// isRequired reports whether a node is a property that its object must have.
func isRequired(t *schematree.Tree, id int32) bool {
	if id <= 0 || t.Nodes[id].Role != schematree.RoleProperty {
		return false
	}
	return slices.Contains(t.Nodes[t.Nodes[id].Parent].Required, t.Nodes[id].Name)
}

// fieldType returns the name of the type of a field.
func fieldType(t *apiservercel.DeclType) string {
	switch {
	case t.IsObject():
		return "object"
	case t.IsList():
		return "list(" + fieldType(t.ElemType) + ")"
	case t.IsMap():
		return "map(" + fieldType(t.KeyType) + ", " + fieldType(t.ElemType) + ")"
	}
	return TypeName(t.CelType())
}

// selfType returns the name of the type of self.
func (x *Expression) selfType() string { return fieldType(x.self.Decl) }

// isDynamicSelf reports that the server has no type for self.
func (x *Expression) isDynamicSelf() bool { return x.self.Decl == apiservercel.DynType }
