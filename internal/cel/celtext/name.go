package celtext

import apiservercel "k8s.io/apiserver/pkg/cel"

// FieldName writes the name of a field as expressions do.
func FieldName(name string) string {
	if escaped, ok := apiservercel.Escape(name); ok {
		return escaped
	}
	return name
}
